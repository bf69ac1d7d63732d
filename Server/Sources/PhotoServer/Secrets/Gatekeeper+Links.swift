import Foundation
import HTTPTypes
import ServeRules

/// Getting in with share links, and their secrets.
extension Gatekeeper {
    /// Opens a session with a secret of a share link; takes about a tenth of a second where the link has a password.
    ///
    /// - Parameters:
    ///   - link: The secret.
    ///   - password: The password of the link as typed; nil where none was.
    ///   - visitor: Who asks.
    /// - Returns: The session.
    /// - Throws: ``Problem``. Who has a wrong secret learns nothing else, also not by a password.
    func openSession(
        link: String,
        password: String? = nil,
        by visitor: Visitor
    ) throws -> Entry {
        let source = AttemptSource.links(visitor.address)
        try beginAttempt(of: source)
        let hash = Secret.hash(link)
        let found = state.withLock { $0.link(withSecretHash: hash, at: clock.now()) }
        guard let found else { throw Problem.wrongLink }
        // Who has the link made no wrong guess. Nor does the link give new guesses of other links.
        state.withLock { $0.attempts.removeLastFailure(of: source) }
        // Who does not know the password learns nothing of the link's use, and does not use it.
        try checkPassword(password, ofLink: found, from: visitor.address)
        guard found.terms?.isUsedUp != true else { throw Problem.linkUsedUp }
        state.withLock { $0.recordUseOfLink(withSecretHash: hash, at: clock.now()) }
        return try beginSession(
            of: visitor,
            invitedBy: Invitation(grant: found.grant, link: found)
        )
    }

    /// Throws unless a password is that of a link, or the link has none.
    private func checkPassword(
        _ password: String?,
        ofLink link: Credential,
        from address: String
    ) throws {
        guard let stored = link.terms?.passwordHash else { return }
        guard let password else { throw Problem.linkPasswordNeeded }
        let source = AttemptSource.linkPassword(link: link.id, address: address)
        try beginAttempt(of: source)
        let hash = try JSONDecoder().decode(PasswordHash.self, from: stored)
        guard password.utf8.count <= 1024, hash.matches(password) else {
            throw Problem.wrongLinkPassword
        }
        state.withLock { state in
            // However many guests come in a minute, their right passwords delay nobody.
            state.attempts.removeLastFailure(of: source)
            state.attempts.recordSuccess(of: source)
        }
    }

    /// Returns a secret of a link, so that the owner can copy the link again.
    ///
    /// Only hashes are stored, so a link from before the start gets a further secret, which ends with the link.
    ///
    /// - Returns: The secret; nil where there is no such link.
    func secret(ofLink id: String) throws -> String? {
        removeExpired()
        let (link, known) = state.withLock { state -> (Credential?, String?) in
            guard let link = state.credentials[id], link.kind == .link, !link.isCopy else {
                return (nil, nil)
            }
            return (link, state.linkSecrets[id])
        }
        guard let link else { return nil }
        if let known { return known }
        let (_, secret) = try addCredential(
            .link,
            name: link.name,
            grant: link.grant,
            ends: link.ends,
            link: link
        )
        return secret
    }
}

extension Gatekeeper.State {
    /// Returns the link that a secret opens; nil where there is none.
    fileprivate func link(withSecretHash hash: String, at now: Date) -> Credential? {
        let found = credentials.credential(withSecretHash: hash, ofKinds: [.link], at: now)
        // The owner sees one link, whichever of its secrets is used.
        guard let id = found?.link, let link = credentials[id] else { return found }
        return credentials.credential(withSecretHash: link.secretHash, ofKinds: [.link], at: now)
    }

    /// Records the use of a secret of a link, and of the link that it belongs to.
    fileprivate mutating func recordUseOfLink(withSecretHash hash: String, at now: Date) {
        let link = self.link(withSecretHash: hash, at: now)
        for used in Set([hash, link?.secretHash ?? hash]) {
            _ = credentials.useCredential(withSecretHash: used, ofKinds: [.link], at: now)
        }
    }
}

extension Problem {
    static let wrongLink = Problem(
        .unauthorized,
        "refused",
        "This link is wrong, or it has ended."
    )
    static let linkUsedUp = Problem(
        .unauthorized,
        "link-used-up",
        "This link has been used as often as it allows."
    )
    static let linkPasswordNeeded = Problem(
        .unauthorized,
        "link-password",
        "This link opens with its password."
    )
    static let wrongLinkPassword = Problem(
        .unauthorized,
        "wrong-link-password",
        "The password of this link is wrong."
    )
}
