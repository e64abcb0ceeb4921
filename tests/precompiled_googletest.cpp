// SPDX-License-Identifier: Apache-2.0
// Empty: a target for the precompiled header.
