import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import PhotosBase
import TransferRules

/// Translates errors of the network.
enum WireFailure {
    /// Returns the failure that an error means.
    static func failure(
        _ error: any Error,
        host: String,
        isStalled: Bool,
        seconds: Double
    ) -> TransferFailure {
        if let failure = error as? TransferFailure { return failure }
        if isStalled {
            return TransferFailure(
                .stalled,
                "No byte came from or went to \(host) for \(Int(seconds.rounded(.up))) seconds. Check the network.",
                retry: true
            )
        }
        switch error {
        case is CancellationError: return .cancelled
        case let error as HTTPClientError: return clientFailure(error, host: host)
        case HTTPParserError.invalidEOFState: return cutOff(host)
        case is HTTPParserError: return AnswerMeaning.foreignAnswer(from: host)
        case is NIOSSLExtraError: return unknownCertificate(of: host)
        case let error as NIOSSLError: return encryptionFailure(error, host: host)
        case let error as BoringSSLError:
            return encryptionFailure(.handshakeFailed(error), host: host)
        case is NIOConnectionError: return unreachableHost(host)
        case let error as IOError:
            let isRefusal = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN].contains(
                error.errnoCode
            )
            return isRefusal ? unreachableHost(host) : cutOff(host)
        default: return cutOff(host)
        }
    }

    private static func clientFailure(_ error: HTTPClientError, host: String) -> TransferFailure {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
            unreachableHost(host)
        case .invalidProxyResponse, .proxyAuthenticationRequired, .httpProxyHandshakeTimeout:
            AnswerMeaning.proxyFailure()
        case .invalidURL, .emptyHost, .emptyScheme:
            TransferFailure(
                .unsupported,
                "The address of the remote has a form that is not supported."
            )
        default: cutOff(host)
        }
    }

    private static func encryptionFailure(_ error: NIOSSLError, host: String) -> TransferFailure {
        switch error {
        case .uncleanShutdown: return cutOff(host)
        case .handshakeFailed:
            if "\(error)".contains("CERTIFICATE_VERIFY_FAILED") {
                return unknownCertificate(of: host)
            }
            return TransferFailure(
                .unreachable,
                "\(host) and this program agree on no encryption. Check whether the port is the one of TLS.",
                retry: true
            )
        case .unableToValidateCertificate, .noCertificateToValidate:
            return unknownCertificate(of: host)
        default: return cutOff(host)
        }
    }

    private static func unknownCertificate(of host: String) -> TransferFailure {
        TransferFailure(
            .unknownCertificate,
            "The certificate of \(host) is not known or not valid for this name. If it is the server's own, name the file of its certificate. Otherwise somebody may be reading along."
        )
    }

    private static func unreachableHost(_ host: String) -> TransferFailure {
        TransferFailure(
            .unreachable,
            "\(host) cannot be reached. Check the network, the name and the port.",
            retry: true
        )
    }

    private static func cutOff(_ host: String) -> TransferFailure {
        TransferFailure(
            .cutOff,
            "The connection to \(host) ended too early. Try again.",
            retry: true
        )
    }
}
