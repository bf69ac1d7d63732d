import Foundation
import HTTPTypes
import ServeRules

/// The cookie with the secret of a session.
struct SessionCookie: Sendable {
    private let name: String
    private let days: Double
    private let isSecure: Bool

    /// Makes the cookie of a server.
    ///
    /// - Parameters:
    ///   - library: The identifier of the library. A browser sends cookies to all ports of a host, so each library's has a name
    ///     of its own.
    ///   - isPicking: Whether the server asks the question of a program, which must not end the session of the same browser at
    ///     the page of the library.
    ///   - isSecure: Whether connections are encrypted.
    init(library: UUID, isPicking: Bool, isSecure: Bool) {
        let suffix =
            isPicking
            ? "pick-" + Secret.randomIdentifier() : library.uuidString.prefix(8).lowercased()
        name = (isSecure ? "__Host-" : "") + "photokit-" + suffix
        days = isPicking ? 1 : CredentialList.idleDays
        self.isSecure = isSecure
    }

    /// Returns the value that a request has.
    func value(in head: HTTPRequest) -> String? {
        for header in head.headerFields[values: .cookie] {
            for part in header.split(separator: ";") {
                let pair = part.drop { $0 == " " }
                if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    /// Returns the header that gives a browser a secret; without one, the header that takes it back.
    func header(secret: String?) -> String {
        let age = secret == nil ? 0 : Int(days * 86_400)
        let secure = isSecure ? "; Secure" : ""
        return
            "\(name)=\(secret ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)"
    }
}
