# SPDX-License-Identifier: Apache-2.0
#
# The front door. Everything here is a short call of cmake or of a script in scripts/, which can be
# called by hand as well.

.DEFAULT_GOAL := help
.PHONY: help demo test python wheels check check-long bench docs hardware format clean

help:  ## Print this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 19

demo:  ## Install what the build needs, build, encrypt a file, compute on an encrypted table
	@scripts/install-deps build
	@scripts/demo

test:  ## Build the release preset and run every test, once per instruction set
	@scripts/install-deps test
	@scripts/check-build release

python:  ## Build the Python package, install it into a new environment, run its tests and first notebook
	@scripts/install-deps python
	@scripts/check-python

wheels:  ## Build the wheels of the Python package for every Python that is found
	@scripts/install-deps python
	@scripts/build-wheels

check:  ## Everything CI checks: both compilers, sanitizers, layers, format, ... (16 to 45 minutes)
	@scripts/install-deps dev
	@scripts/check

check-long:  ## The claims at full size, a line each in docs/evidence/ (hours; goes on where it stopped)
	@scripts/install-deps long
	@scripts/check-long

bench:  ## Build and run the benchmarks
	@scripts/install-deps test
	@bench/run

docs:  ## Build the documentation site, build/docs/site/index.html
	@scripts/install-deps docs
	@scripts/check-docs
	@scripts/check-site

hardware:  ## Lint, simulate, prove and synthesise the accelerators
	@scripts/install-deps hardware
	@scripts/hardware

format:  ## Format every C++ file
	@git ls-files '*.cpp' '*.hpp' '*.inl' | xargs clang-format-19 -i

clean:  ## Remove everything that was built
	rm -rf build
