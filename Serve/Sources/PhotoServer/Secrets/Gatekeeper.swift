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
        if let data = try folder.read(Self.credentialsFile) {
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
            guard let found = state.credentials.use(hash, kinds, at: clock.now()) else {
                return nil
            }
            // The time of use is worth no refused request: a full disk must not lock anybody out.
            if found.isNews { try? save(state) }
            return found.credential
        }
    }

    /// Throws if a client sends too many requests.
    func checkRate(_ client: String) throws {
        let wait = state.withLock { $0.rate.take(client, at: clock.seconds) }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
    }

    // MARK: Getting in

    /// Returns a new code for one session.
    func issueCode() -> String {
        let code = Secret.random()
        state.withLock { $0.codes.issue(Secret.hash(code), at: clock.seconds) }
        return code
    }

    /// Opens a session with a code of ``issueCode()`` or of a file that the owner's account wrote.
    func enter(
        code: String,
        from address: String,
        name: String
    ) throws -> (Credential, secret: String) {
        try attempt(
            from: address,
            "This code is used, too old or wrong. Run \"photokit open\" again."
        ) {
            let hash = Secret.hash(code)
            let isKnown = state.withLock { $0.codes.take(hash, at: clock.seconds) }
            guard isKnown || CodeFile.take(hash, in: folder, at: clock.now()) else { return nil }
            return Invitation(name: name, grant: codeGrant)
        }
    }

    /// Opens a session with the owner's password; takes about a tenth of a second.
    func enter(
        password: String,
        from address: String,
        name: String
    ) throws -> (
        Credential, secret: String
    ) {
        let hash = try OwnerPassword.hash(in: folder)
        return try attempt(from: address, "The password is wrong.") {
            guard password.utf8.count <= 1024, hash?.matches(password) == true else { return nil }
            return Invitation(name: name, grant: .owner)
        }
    }

    /// Opens a session with the secret of a share link.
    func enter(
        link: String,
        from address: String,
        name: String
    ) throws -> (Credential, secret: String) {
        try attempt(from: address, "This link is wrong, or it has ended.") {
            let found = state.withLock { state in
                state.credentials.use(Secret.hash(link), [.link], at: clock.now())?.credential
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

    private func attempt(
        from address: String,
        _ refusal: String,
        _ check: () throws -> Invitation?
    ) throws -> (Credential, secret: String) {
        // The attempt counts as failed while it is checked, so that guesses at the same time count, too.
        let wait = state.withLock { state -> Double? in
            if let wait = state.attempts.waitingTime(of: address, at: clock.seconds) { return wait }
            state.attempts.failed(address, at: clock.seconds)
            return nil
        }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
        guard let invitation = try check() else {
            throw Problem(.unauthorized, "refused", refusal)
        }
        let made = try add(
            .session,
            name: invitation.name,
            grant: invitation.grant,
            ends: invitation.link?.ends,
            link: invitation.link
        )
        state.withLock { state in
            // Who has a link must not win new guesses of the password by it.
            if invitation.link == nil {
                state.attempts.succeeded(address)
            } else {
                state.attempts.takeBack(address)
            }
        }
        return made
    }

    // MARK: Credentials

    /// Adds a credential, and returns it with its secret, which is told once.
    func add(
        _ kind: Credential.Kind,
        id: String = Secret.identifier(),
        name: String,
        grant: Grant,
        ends: Date? = nil,
        album: String? = nil,
        title: String? = nil,
        link: Credential? = nil
    ) throws -> (Credential, secret: String) {
        let secret = Secret.random()
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
            try save(copy)
            state = copy
        }
        return (credential, secret)
    }

    /// All credentials that are not over, the newest first.
    var all: [Credential] {
        expire()
        return state.withLock { $0.credentials.all }
    }

    /// Revokes a credential and what depends on it.
    ///
    /// - Returns: Whether there was one.
    func revoke(_ id: String) throws -> Bool {
        let revoked = try state.withLock { state -> [Credential] in
            var copy = state
            let revoked = copy.credentials.revoke(id)
            for credential in revoked { copy.unlocks.lock(credential.id) }
            if !revoked.isEmpty { try save(copy) }
            state = copy
            return revoked
        }
        if !revoked.isEmpty { onEnd(revoked) }
        return !revoked.isEmpty
    }

    /// Removes credentials that are over.
    func expire() {
        let over = state.withLock { state -> [Credential] in
            let over = state.credentials.expire(at: clock.now())
            if !over.isEmpty { try? save(state) }
            return over
        }
        if !over.isEmpty { onEnd(over) }
    }

    private func save(_ state: borrowing State) throws {
        try folder.write(JSONEncoder().encode(state.credentials), to: Self.credentialsFile)
    }

    // MARK: Password and hidden photos

    /// Whether the owner has set a password.
    func hasPassword() throws -> Bool { try OwnerPassword.hash(in: folder) != nil }

    /// Returns whether a password is the owner's; nil if there is none.
    ///
    /// Attempts count as in ``enter(password:from:name:)``.
    func check(password: String, from address: String) throws -> Bool? {
        guard let hash = try OwnerPassword.hash(in: folder) else { return nil }
        let wait = state.withLock { state -> Double? in
            if let wait = state.attempts.waitingTime(of: address, at: clock.seconds) { return wait }
            state.attempts.failed(address, at: clock.seconds)
            return nil
        }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
        guard password.utf8.count <= 1024, hash.matches(password) else { return false }
        state.withLock { $0.attempts.succeeded(address) }
        return true
    }

    func unlock(_ session: String) {
        state.withLock { $0.unlocks.unlock(session, at: clock.seconds) }
    }

    func isUnlocked(_ session: String) -> Bool {
        state.withLock { $0.unlocks.isUnlocked(session, at: clock.seconds) }
    }
}
