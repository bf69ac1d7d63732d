import Foundation
import HTTPTypes
import ServeRules
import Synchronization

/// Decides who gets in, and keeps sessions, devices and links.
///
/// The mutex guards all state. The file of credentials is written under the mutex, so that the last state is the one on
/// disk.
final class Gatekeeper: Sendable {
    private struct State {
        var credentials: CredentialList
        var codes = OneTimeCodes()
        var attempts = AttemptLimit()
        var rate: RequestRate
        var unlocks = Unlocks()
    }

    private static let credentialsFile = "credentials.json"

    private let folder: StateFolder
    private let clock: ServerClock
    /// The rights of a session that a one-time code opens.
    private let codeGrant: Grant
    private let state: Mutex<State>
    /// Called with credentials that are over, outside the mutex.
    private let onEnd: @Sendable ([Credential]) -> Void

    init(
        _ folder: StateFolder,
        clock: ServerClock,
        rate: RequestRate = RequestRate(),
        codeGrant: Grant = .owner,
        onEnd: @escaping @Sendable ([Credential]) -> Void
    ) throws {
        self.folder = folder
        self.clock = clock
        self.codeGrant = codeGrant
        self.onEnd = onEnd
        var list = CredentialList()
        if let data = try folder.readFile(Self.credentialsFile) {
            do {
                list = try JSONDecoder().decode(CredentialList.self, from: data)
            } catch {
                throw StateFolderError(
                    "\(folder.url.path)/\(Self.credentialsFile) is damaged. Remove it: everybody then signs in again."
                )
            }
        }
        state = Mutex(State(credentials: list, rate: rate))
    }

    // MARK: Requests

    /// Returns the credential of a request; nil without a valid secret.
    func credential(cookie: String?, token: String?) -> Credential? {
        let (secret, kinds): (String?, Set<Credential.Kind>) =
            token != nil ? (token, [.device]) : (cookie, [.session])
        guard let secret, secret.utf8.count <= 200 else { return nil }
        let hash = Secret.hash(secret)
        return state.withLock { state in
            guard
                let found = state.credentials.useCredential(
                    withSecretHash: hash,
                    ofKinds: kinds,
                    at: clock.now()
                )
            else {
                return nil
            }
            // The time of use is worth no refused request: a full disk must not lock anybody out.
            if found.isNews { try? saveCredentials(of: state) }
            return found.credential
        }
    }

    /// Throws if a client sends too many requests.
    func checkRate(_ client: String) throws {
        let wait = state.withLock { $0.rate.takeToken(of: client, at: clock.seconds) }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
    }

    // MARK: Getting in

    /// Returns a new code for one session.
    func issueCode() -> String {
        let code = Secret.randomText()
        state.withLock { $0.codes.addCode(withHash: Secret.hash(code), at: clock.seconds) }
        return code
    }

    /// Opens a session with a code of ``issueCode()`` or of a file that the owner's account wrote.
    func openSession(
        code: String,
        from address: String,
        name: String
    ) throws -> (Credential, secret: String) {
        try attemptEntry(
            from: address,
            refusal: "This code is used, too old or wrong. Run \"photokit open\" again."
        ) {
            let hash = Secret.hash(code)
            let isKnown = state.withLock { $0.codes.useCode(withHash: hash, at: clock.seconds) }
            guard isKnown || CodeFile.useCode(hash: hash, in: folder, at: clock.now()) else {
                return nil
            }
            return Invitation(name: name, grant: codeGrant)
        }
    }

    /// Opens a session with the owner's password; takes about a tenth of a second.
    func openSession(
        password: String,
        from address: String,
        name: String
    ) throws -> (
        Credential, secret: String
    ) {
        let hash = try OwnerPassword.hash(in: folder)
        return try attemptEntry(from: address, refusal: "The password is wrong.") {
            guard password.utf8.count <= 1024, hash?.matches(password) == true else { return nil }
            return Invitation(name: name, grant: .owner)
        }
    }

    /// Opens a session with the secret of a share link.
    func openSession(
        link: String,
        from address: String,
        name: String
    ) throws -> (Credential, secret: String) {
        try attemptEntry(from: address, refusal: "This link is wrong, or it has ended.") {
            let found = state.withLock { state in
                state.credentials.useCredential(
                    withSecretHash: Secret.hash(link),
                    ofKinds: [.link],
                    at: clock.now()
                )?.credential
            }
            return found.map { link in
                Invitation(name: name, grant: link.grant, link: link)
            }
        }
    }

    private struct Invitation {
        var name: String
        var grant: Grant
        var link: Credential?
    }

    private func attemptEntry(
        from address: String,
        refusal: String,
        check: () throws -> Invitation?
    ) throws -> (Credential, secret: String) {
        // The attempt counts as failed while it is checked, so that guesses at the same time count, too.
        let wait = state.withLock { state -> Double? in
            if let wait = state.attempts.waitingTime(of: address, at: clock.seconds) { return wait }
            state.attempts.recordFailure(of: address, at: clock.seconds)
            return nil
        }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
        guard let invitation = try check() else {
            throw Problem(.unauthorized, "refused", refusal)
        }
        let made = try addCredential(
            .session,
            name: invitation.name,
            grant: invitation.grant,
            ends: invitation.link?.ends,
            link: invitation.link
        )
        state.withLock { state in
            // A link must not give new guesses of the password.
            if invitation.link == nil {
                state.attempts.recordSuccess(of: address)
            } else {
                state.attempts.removeLastFailure(of: address)
            }
        }
        return made
    }

    // MARK: Credentials

    /// Adds a credential, and returns it with its secret, which is returned only once.
    func addCredential(
        _ kind: Credential.Kind,
        id: String = Secret.randomIdentifier(),
        name: String,
        grant: Grant,
        ends: Date? = nil,
        album: String? = nil,
        title: String? = nil,
        link: Credential? = nil
    ) throws -> (Credential, secret: String) {
        let secret = Secret.randomText()
        let credential = Credential(
            id: id,
            name: String(name.prefix(200)),
            kind: kind,
            secretHash: Secret.hash(secret),
            created: clock.now(),
            ends: ends,
            grant: grant,
            link: link?.id,
            album: album ?? link?.album,
            title: title ?? link?.title
        )
        try state.withLock { state in
            var copy = state
            guard copy.credentials.add(credential) else {
                throw Problem(
                    .conflict,
                    "full",
                    "There are too many devices and links. Revoke some."
                )
            }
            try saveCredentials(of: copy)
            state = copy
        }
        return (credential, secret)
    }

    /// All credentials that are not over, the newest first.
    var all: [Credential] {
        removeExpired()
        return state.withLock { $0.credentials.all }
    }

    /// Revokes a credential and what depends on it.
    ///
    /// - Returns: Whether there was one.
    func revokeCredential(_ id: String) throws -> Bool {
        let revoked = try state.withLock { state -> [Credential] in
            var copy = state
            let revoked = copy.credentials.revokeCredential(withID: id)
            for credential in revoked { copy.unlocks.lock(credential.id) }
            if !revoked.isEmpty { try saveCredentials(of: copy) }
            state = copy
            return revoked
        }
        if !revoked.isEmpty { onEnd(revoked) }
        return !revoked.isEmpty
    }

    /// Removes credentials that are over.
    func removeExpired() {
        let over = state.withLock { state -> [Credential] in
            let over = state.credentials.removeExpired(at: clock.now())
            if !over.isEmpty { try? saveCredentials(of: state) }
            return over
        }
        if !over.isEmpty { onEnd(over) }
    }

    private func saveCredentials(of state: borrowing State) throws {
        try folder.write(JSONEncoder().encode(state.credentials), to: Self.credentialsFile)
    }

    // MARK: Password and hidden photos

    /// Whether the owner has set a password.
    func hasPassword() throws -> Bool { try OwnerPassword.hash(in: folder) != nil }

    /// Returns whether a password is the owner's; nil if there is none.
    ///
    /// Attempts count as in ``openSession(password:from:name:)``.
    func checkPassword(_ password: String, from address: String) throws -> Bool? {
        guard let hash = try OwnerPassword.hash(in: folder) else { return nil }
        let wait = state.withLock { state -> Double? in
            if let wait = state.attempts.waitingTime(of: address, at: clock.seconds) { return wait }
            state.attempts.recordFailure(of: address, at: clock.seconds)
            return nil
        }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
        guard password.utf8.count <= 1024, hash.matches(password) else { return false }
        state.withLock { $0.attempts.recordSuccess(of: address) }
        return true
    }

    func unlockHiddenPhotos(for session: String) {
        state.withLock { $0.unlocks.unlock(session, at: clock.seconds) }
    }

    func isUnlocked(_ session: String) -> Bool {
        state.withLock { $0.unlocks.isUnlocked(session, at: clock.seconds) }
    }
}
