import Foundation
import PhotosBase

extension RemoteAddress {
    /// Whether transfers leave this machine.
    ///
    /// - Parameters:
    ///   - settings: The settings of the service.
    ///   - environment: The environment, which may name another S3 service than Amazon's.
    /// - Returns: False for folders, and for services at addresses of this machine.
    package func usesNetwork(
        _ settings: RemoteSettings,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        switch kind {
        case .folder: return false
        case .service(.s3):
            let endpoint =
                settings.endpoint ?? environment["AWS_ENDPOINT_URL_S3"]
                ?? environment["AWS_ENDPOINT_URL"]
            return endpoint.map { !Self.isOfThisMachine($0) } ?? true
        case .service: return !Self.isOfThisMachine(text)
        }
    }

    private static func isOfThisMachine(_ url: String) -> Bool {
        guard let host = URLComponents(string: url)?.host?.lowercased() else { return false }
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
