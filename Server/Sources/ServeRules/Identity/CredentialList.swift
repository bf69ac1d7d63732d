public import Foundation

/// All sessions, devices and links of a server, as a state machine without a clock.
public struct CredentialList: Codable, Hashable, Sendable {
    /// The days after which an unused session ends.
    public static let idleDays = 30.0
    /// The largest number of credentials; the least recently used session makes room, those of guests first.
    public static let limit = 1000
    /// The largest number of sessions of one link, so that a link's guests sign nobody else out.
    public static let linkLimit = 100

    private static let browsers = 100

    private var byHash: [String: Credential] = [:]
    /// The hashes of what browsers of the owner know, each with its last use; nil in files of earlier versions.
    private var ownersBrowsers: [String: Date]?

    /// Makes an empty list.
    public init() {}

    /// All credentials, the newest first; further secrets of links are left out.
    public var all: [Credential] {
        byHash.values.filter { !$0.isCopy }
            .sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    /// Adds a credential.
    ///
    /// Sessions make room: of a link with too many sessions its own, and guests' before others. Guests push out guests alone.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The sessions that were pushed out; nil where none may make room, and the credential was not added.
    public mutating func add(_ credential: Credential) -> [Credential]? {
        var pushedOut: [Credential] = []
        if let oldest = oldestSessionOfFullLink(for: credential) ?? oldestSessionOfFullList {
            guard oldest.isGuestSession || !credential.isGuestSession else { return nil }
            byHash[oldest.secretHash] = nil
            pushedOut = [oldest]
        } else if byHash.count >= Self.limit {
            return nil
        }
        byHash[credential.secretHash] = credential
        return pushedOut
    }

    private func oldestSessionOfFullLink(for credential: Credential) -> Credential? {
        guard credential.isGuestSession else { return nil }
        let own = byHash.values.filter { $0.isGuestSession && $0.link == credential.link }
        return own.count >= Self.linkLimit ? own.min { $0.lastUsed < $1.lastUsed } : nil
    }

    private var oldestSessionOfFullList: Credential? {
        guard byHash.count >= Self.limit else { return nil }
        let sessions = byHash.values.filter { $0.kind == .session }
        let guests = sessions.filter(\.isGuestSession)
        return (guests.isEmpty ? sessions : guests).min { $0.lastUsed < $1.lastUsed }
    }

    /// Returns the credential with a secret, without a record of its use.
    ///
    /// - Parameters:
    ///   - hash: The hash of the secret.
    ///   - kinds: The kinds that count here: a link's secret is no session's.
    ///   - now: The time.
    /// - Returns: The credential; nil for an unknown or ended one.
    public func credential(
        withSecretHash hash: String,
        ofKinds kinds: Set<Credential.Kind>,
        at now: Date
    ) -> Credential? {
        guard let credential = byHash[hash], kinds.contains(credential.kind),
            !isOver(credential, at: now)
        else { return nil }
        return credential
    }

    /// Returns the credential with a secret, and records its use.
    ///
    /// - Parameters:
    ///   - hash: The hash of the secret.
    ///   - kinds: The kinds that count here: a link's secret is no session's.
    ///   - now: The time.
    /// - Returns: The credential and whether the list is to be saved; nil for an unknown or ended one.
    public mutating func useCredential(
        withSecretHash hash: String,
        ofKinds kinds: Set<Credential.Kind>,
        at now: Date
    ) -> (credential: Credential, isNews: Bool)? {
        guard var credential = self.credential(withSecretHash: hash, ofKinds: kinds, at: now)
        else { return nil }
        let isNews = now.timeIntervalSince(credential.lastUsed) >= 60
        if isNews {
            credential.lastUsed = now
            byHash[hash] = credential
        }
        return (credential, isNews)
    }

    /// Returns the credential with an identifier.
    public subscript(id: String) -> Credential? { byHash.values.first { $0.id == id } }

    /// Counts a session that begins with a link.
    ///
    /// - Returns: Whether the link allows it; false for an unknown identifier.
    public mutating func countView(ofLink id: String) -> Bool {
        guard var link = self[id] else { return false }
        var terms = link.terms ?? LinkTerms()
        guard terms.countView() else { return false }
        link.terms = terms
        byHash[link.secretHash] = link
        return true
    }

    /// Revokes a credential, and the sessions that were made with it if it is a link.
    ///
    /// - Returns: The revoked credentials; none for an unknown identifier.
    public mutating func revokeCredential(withID id: String) -> [Credential] {
        removeCredentials { $0.id == id || $0.link == id }
    }

    /// Removes the sessions that have no token, because browsers sent their cookies to all ports of the host.
    ///
    /// - Returns: Whether there were any.
    public mutating func removeSessionsWithoutToken() -> Bool {
        !removeCredentials { $0.kind == .session && $0.tokenHash == nil }.isEmpty
    }

    /// Remembers a browser in which the owner signed in; the one that was used longest ago makes room.
    public mutating func rememberBrowser(withSecretHash hash: String, at now: Date) {
        var known = ownersBrowsers ?? [:]
        if known.count >= Self.browsers, known[hash] == nil,
            let oldest = known.min(by: { $0.value < $1.value })
        {
            known[oldest.key] = nil
        }
        known[hash] = now
        ownersBrowsers = known
    }

    /// Returns whether the owner signed in before in the browser that has a secret.
    public func knowsBrowser(withSecretHash hash: String) -> Bool { ownersBrowsers?[hash] != nil }

    /// Removes what has ended.
    ///
    /// - Returns: The removed credentials.
    public mutating func removeExpired(at now: Date) -> [Credential] {
        let over = Set(byHash.values.filter { isOver($0, at: now) }.map(\.id))
        return over.isEmpty
            ? [] : removeCredentials { over.contains($0.id) || $0.link.map(over.contains) ?? false }
    }

    private mutating func removeCredentials(
        where isRemoved: (Credential) -> Bool
    ) -> [Credential] {
        let removed = byHash.values.filter(isRemoved)
        for credential in removed { byHash[credential.secretHash] = nil }
        return removed
    }

    private func isOver(_ credential: Credential, at now: Date) -> Bool {
        if let ends = credential.ends, ends <= now { return true }
        if let link = credential.link {
            // A session of a link is over with its link.
            guard let parent = self[link], parent.ends.map({ $0 > now }) ?? true else {
                return true
            }
        }
        return credential.kind == .session
            && now.timeIntervalSince(credential.lastUsed) > Self.idleDays * 86_400
    }
}
