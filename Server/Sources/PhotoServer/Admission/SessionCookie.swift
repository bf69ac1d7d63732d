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

    /// Returns the path below which the page of a session lies, which its secret gives.
    ///
    /// Servers at other ports cannot have the certificate, so with TLS there is one path for all.
    func home(ofSecret secret: String) -> String {
        isSecure ? "/" : HomePath.path(of: Secret.hash("home of " + secret))
    }

    /// Returns the header that gives a browser a secret.
    func header(secret: String) -> String {
        header(value: secret, home: home(ofSecret: secret), seconds: Int(days * 86_400))
    }

    /// Returns the header that takes the secret of a request back.
    func endingHeader(for head: HTTPRequest) -> String {
        header(value: "", home: value(in: head).map { home(ofSecret: $0) } ?? "/", seconds: 0)
    }

    private func header(value: String, home: String, seconds: Int) -> String {
        let secure = isSecure ? "; Secure" : ""
        return
            "\(name)=\(value); Path=\(home); Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)"
    }
}
