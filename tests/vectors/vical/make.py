"""Lists of issuing authorities (VICAL, ISO/IEC 18013-5 Annex C.1.7) by libraries that the project does not use.

Written from the standard's CDDL and from the shape of the lists that authorities publish: signers with the key usage
nonRepudiation alone, serial numbers as bignums (RFC 8949 tag 2), every optional field. The private keys are not kept,
so the files are made once: `pip install cbor2 cryptography && python3 make.py`.
"""

import datetime as dt
import json
from pathlib import Path

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID, ObjectIdentifier

UTC = dt.timezone.utc
HERE = Path(__file__).parent
LIST_SIGNER = ObjectIdentifier("1.0.18013.5.1.8")
DOCUMENT_SIGNER = ObjectIdentifier("1.0.18013.5.1.2")
MDL, VEHICLE = "org.iso.18013.5.1.mDL", "org.iso.7367.1.mVRC"


def name(common, country="UT", state=None):
    parts = [(NameOID.COUNTRY_NAME, country), (NameOID.ORGANIZATION_NAME, "Départment of Utopia")]
    if state:
        parts.append((NameOID.STATE_OR_PROVINCE_NAME, state))
    return x509.Name([x509.NameAttribute(oid, text) for oid, text in parts + [(NameOID.COMMON_NAME, common)]])


def usage(*names):
    every = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{each: each in names for each in every})


def certificate(subject, key, issuer=None, issuer_key=None, ca=False, ekus=(), uses=(), serial=None):
    issuer_name = issuer.subject if issuer else subject
    signing = issuer_key or key
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject).issuer_name(issuer_name).public_key(key.public_key())
        .serial_number(serial or x509.random_serial_number())
        .not_valid_before(dt.datetime(2025, 1, 1, tzinfo=UTC)).not_valid_after(dt.datetime(2035, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), False)
        .add_extension(usage(*uses), True)
        .add_extension(x509.IssuerAlternativeName([x509.UniformResourceIdentifier("https://utopia.example/")]), False)
        .add_extension(x509.CRLDistributionPoints([x509.DistributionPoint(
            [x509.UniformResourceIdentifier("https://utopia.example/crl")], None, None, None)]), False)
    )
    if ca:
        builder = builder.add_extension(x509.BasicConstraints(True, 1 if issuer is None else 0), True)
    if ekus:
        builder = builder.add_extension(x509.ExtendedKeyUsage(list(ekus)), True)
    digest = hashes.SHA384() if isinstance(signing.curve, ec.SECP384R1) else hashes.SHA256()
    return builder.sign(signing, digest)


def authority(common, curve=ec.SECP256R1, serial=None, state=None):
    key = ec.generate_private_key(curve())
    return certificate(name(common, state=state), key, ca=True, uses=("key_cert_sign", "crl_sign"), serial=serial), key


def der(cert):
    return cert.public_bytes(serialization.Encoding.DER)


def tdate(text):
    return cbor2.CBORTag(0, text)


def entry(cert, doc_types, **more):
    """CertificateInfo; the serial number is a biguint always, as the published lists have it."""
    serial = cert.serial_number
    ski = cert.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
    return {
        "certificate": der(cert),
        "serialNumber": cbor2.CBORTag(2, serial.to_bytes((serial.bit_length() + 7) // 8, "big")),
        "ski": ski,
        "docType": doc_types,
        **more,
    }


def everything(cert, state="Utopia North"):
    return {
        "certificateProfile": ["urn:oid:1.0.18013.5.1.7"],
        "issuingAuthority": "Départment of Utopia",
        "issuingCountry": "UT",
        "stateOrProvinceName": state,
        "issuer": cert.issuer.public_bytes(),
        "subject": cert.subject.public_bytes(),
        "notBefore": tdate("2025-01-01T00:00:00Z"),
        "notAfter": tdate("2035-01-01T00:00:00Z"),
        "extensions": {"org.example.note": [1, True, None, 1.5, {"a": b"\x01"}]},
        "org.example.future": 18446744073709551615,
    }


def sign(payload, key, protected, unprotected, tagged=True):
    head = cbor2.dumps(protected)
    digest, size = (hashes.SHA384(), 48) if isinstance(key.curve, ec.SECP384R1) else (hashes.SHA256(), 32)
    r, s = utils.decode_dss_signature(key.sign(cbor2.dumps(["Signature1", head, b"", payload]), ec.ECDSA(digest)))
    message = [head, unprotected, payload, r.to_bytes(size, "big") + s.to_bytes(size, "big")]
    return cbor2.dumps(cbor2.CBORTag(18, message) if tagged else message)


def listing(infos, date, **more):
    return cbor2.dumps({"version": "1.0", "vicalProvider": "Utopia", "date": tdate(date), **more, "certificateInfos": infos})


def provider(curve=ec.SECP256R1, between=False, uses=("content_commitment",)):
    root, root_key = authority("Provider of lists", curve)
    above, above_key, chain = root, root_key, []
    if between:
        above_key = ec.generate_private_key(curve())
        above = certificate(name("Provider's intermediate"), above_key, root, root_key, ca=True,
                            uses=("key_cert_sign", "crl_sign"))
        chain = [der(above)]
    key = ec.generate_private_key(curve())
    signer = certificate(name("Signer of lists"), key, above, above_key, ekus=(LIST_SIGNER,), uses=uses)
    return root, key, [der(signer), *chain]


def save(file, root, content):
    import base64
    pem = root.public_bytes(serialization.Encoding.PEM).decode()
    text = {"provider": pem, "list": base64.b64encode(content).decode()}
    (HERE / f"{file}.json").write_text(json.dumps(text, indent=2) + "\n")


def main():
    north, _ = authority("Utopia North IACA", serial=int.from_bytes(b"\x7f" * 20, "big"), state="Utopia North")
    south, _ = authority("Utopia South IACA", ec.SECP384R1, serial=5)
    roads, roads_key = authority("Utopia Roads IACA")
    signer = certificate(name("A document signer"), ec.generate_private_key(ec.SECP256R1()), roads, roads_key,
                         ekus=(DOCUMENT_SIGNER,), uses=("digital_signature",))

    # A chain with an intermediate, in an array in the unprotected header; all fields; an issue number of 13 digits.
    root, key, chain = provider(between=True)
    infos = [entry(north, [MDL], **everything(north)), entry(south, [MDL], **everything(south, "Utopia South"))]
    more = {"vicalIssueID": 1763491092481, "nextUpdate": tdate("2026-11-22T09:00:00Z"), "extensions": {"org.example.x": 1}}
    save("chain", root, sign(listing(infos, "2026-11-21T09:00:00Z", **more), key, {1: -7}, {33: chain}))

    # One certificate, which is no array; no tag; fractions of seconds; many types; an entry that is no authority.
    root, key, chain = provider()
    infos = [entry(north, [MDL, VEHICLE, "eu.europa.ec.eudi.pid.1", "eu.europa.ec.av.1"]), entry(signer, [MDL]),
             entry(roads, [VEHICLE, MDL], notAfter=tdate("2026-12-31T23:59:59.999999999Z"))]
    more = {"vicalIssueID": 3, "nextUpdate": tdate("2027-02-21T09:00:00.5Z")}
    save("single", root, sign(listing(infos, "2026-11-21T09:00:00.123Z", **more), key, {1: -7}, {33: chain[0]}, tagged=False))

    # P-384; the chain in the protected header; nothing that is optional; a time zone; both key usages.
    root, key, chain = provider(ec.SECP384R1, uses=("digital_signature", "content_commitment"))
    infos = [entry(roads, [MDL])]
    save("protected", root, sign(listing(infos, "2026-11-21T20:00:00+11:00"), key, {1: -35, 33: chain}, {}))

    # Signed by what signs neither documents nor lists: its key usage is that of a CA.
    root, key, chain = provider(uses=("key_encipherment",))
    save("wrong-usage", root, sign(listing([entry(north, [MDL])], "2026-11-21T09:00:00Z"), key, {1: -7}, {33: chain}))


main()
