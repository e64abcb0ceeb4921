#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_files.py: writes the files of this folder, with OpenFHE 1.6.1 itself (PyPI openfhe, CPython 3.10).

For BFV and BGV with n = 16 and t = 65537: the crypto context, the keys, and a ciphertext whose slots are
1000 i + 1. The JSON is OpenFHE's but for the spaces.
"""
import json
import pathlib

import openfhe

HERE = pathlib.Path(__file__).resolve().parent


def context_of(scheme):
    parameters = openfhe.CCParamsBFVRNS() if scheme == "bfv" else openfhe.CCParamsBGVRNS()
    parameters.SetPlaintextModulus(65537)
    parameters.SetMultiplicativeDepth(1)
    parameters.SetRingDim(16)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    if scheme == "bgv":
        parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context


for scheme in ("bfv", "bgv"):
    context = context_of(scheme)
    keys = context.KeyGen()
    values = context.MakePackedPlaintext([1000 * i + 1 for i in range(16)])
    ciphertext = context.Encrypt(keys.publicKey, values)
    things = {"context": context, "secret": keys.secretKey, "public": keys.publicKey, "ciphertext": ciphertext}
    for name, thing in things.items():
        path = HERE / f"{scheme}.{name}.json"
        if not openfhe.SerializeToFile(str(path), thing, openfhe.JSON):
            raise SystemExit(f"OpenFHE could not write {path}")
        path.write_text(json.dumps(json.loads(path.read_text()), separators=(",", ":")) + "\n")
