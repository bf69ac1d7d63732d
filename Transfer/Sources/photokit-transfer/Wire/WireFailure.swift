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
        case let error as HTTPClientError: return failure(error, host)
        case HTTPParserError.invalidEOFState: return cutOff(host)
        case is HTTPParserError: return AnswerMeaning.foreign(host)
        case is NIOSSLExtraError: return certificate(host)
        case let error as NIOSSLError: return failure(error, host)
        case let error as BoringSSLError: return failure(.handshakeFailed(error), host)
        case is NIOConnectionError: return unreachable(host)
        case let error as IOError:
            let isRefusal = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN].contains(
                error.errnoCode
            )
            return isRefusal ? unreachable(host) : cutOff(host)
        default: return cutOff(host)
        }
    }

    private static func failure(_ error: HTTPClientError, _ host: String) -> TransferFailure {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: unreachable(host)
        case .invalidProxyResponse, .proxyAuthenticationRequired, .httpProxyHandshakeTimeout:
            AnswerMeaning.proxy()
        case .invalidURL, .emptyHost, .emptyScheme:
            TransferFailure(
                .unsupported,
                "The address of the remote has a form that is not supported."
            )
        default: cutOff(host)
        }
    }

    private static func failure(_ error: NIOSSLError, _ host: String) -> TransferFailure {
        switch error {
        case .uncleanShutdown: return cutOff(host)
        case .handshakeFailed:
            if "\(error)".contains("CERTIFICATE_VERIFY_FAILED") { return certificate(host) }
            return TransferFailure(
                .unreachable,
                "\(host) and this program agree on no encryption. Check whether the port is the one of TLS.",
                retry: true
            )
        case .unableToValidateCertificate, .noCertificateToValidate: return certificate(host)
        default: return cutOff(host)
        }
    }

    private static func certificate(_ host: String) -> TransferFailure {
        TransferFailure(
            .unknownCertificate,
            "The certificate of \(host) is not known or not valid for this name. If it is the server's own, name the file of its certificate. Otherwise somebody may be reading along."
        )
    }

    private static func unreachable(_ host: String) -> TransferFailure {
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
