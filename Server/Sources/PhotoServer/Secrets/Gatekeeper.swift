import Foundation
import HTTPTypes
import ServeRules
import Synchronization

/// Decides who gets in, and keeps sessions, devices and links.
///
/// The mutex guards all state. The file of credentials is written under the mutex, so that the last state is the one on
/// disk.
final class Gatekeeper: Sendable {
    struct State {
        var credentials: CredentialList
        var codes = OneTimeCodes()
        var attempts = AttemptLimit()
        var rate: RequestRate
        var unlocks = Unlocks()
        /// The secrets of links since the start, by the links' identifiers.
        var linkSecrets: [String: String] = [:]
    }

    private static let credentialsFile = "credentials.json"

    private let folder: StateFolder
    let clock: ServerClock
    /// The rights of a session that a one-time code opens.
    private let codeGrant: Grant
    /// Whether changes of a session need a token beside the cookie.
    private let asksTokens: Bool
    let state: Mutex<State>
    /// Called with credentials that are over, outside the mutex.
    private let onEnd: @Sendable ([Credential]) -> Void

    init(
        _ folder: StateFolder,
        clock: ServerClock,
        rate: RequestRate = RequestRate(),
        codeGrant: Grant = .owner,
        asksTokens: Bool,
        onEnd: @escaping @Sendable ([Credential]) -> Void
    ) throws {
        self.folder = folder
        self.clock = clock
        self.codeGrant = codeGrant
        self.asksTokens = asksTokens
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
        if asksTokens, list.removeSessionsWithoutToken() {
            try folder.write(JSONEncoder().encode(list), to: Self.credentialsFile)
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

    /// Returns a new code for one session, for an address.
    func issueCode() -> String {
        let code = Secret.randomText()
        addCode(code)
        return code
    }

    /// Returns a new code for one session, which a person types.
    func issueTypedCode() -> String {
        let code = Secret.randomTypedCode()
        addCode(code)
        return TypedCode.shownText(of: code)
    }

    private func addCode(_ code: String) {
        state.withLock { $0.codes.addCode(withHash: Secret.hash(code), at: clock.seconds) }
    }

    /// Opens a session with a code of ``issueCode()``, ``issueTypedCode()`` or of a file that the owner's account wrote.
    ///
    /// Others on this machine can read the code of an address among the arguments of the browser. So such a code counts only
    /// for the account that runs the server. For others it is not even looked for, and stays valid.
    func openSession(code: String, by visitor: Visitor) throws -> Entry {
        let typed = TypedCode.normalizedCode(code)
        guard typed != nil || visitor.isOwnAccount else { throw Problem.codeElsewhere }
        return try attemptEntry(
            by: visitor,
            countedFor: passwordSource(of: visitor),
            refusal: "This code is used, too old or wrong. Run \"photokit open\" again."
        ) {
            let hash = Secret.hash(typed ?? code)
            let isKnown = state.withLock { $0.codes.useCode(withHash: hash, at: clock.seconds) }
            guard isKnown || CodeFile.useCode(hash: hash, in: folder, at: clock.now()) else {
                return nil
            }
            return Invitation(grant: codeGrant)
        }
    }

    /// Opens a session with the owner's password; takes about a tenth of a second.
    func openSession(password: String, by visitor: Visitor) throws -> Entry {
        let hash = try OwnerPassword.hash(in: folder)
        return try attemptEntry(
            by: visitor,
            countedFor: passwordSource(of: visitor),
            refusal: "The password is wrong."
        ) {
            guard password.utf8.count <= 1024, hash?.matches(password) == true else { return nil }
            return Invitation(grant: .owner)
        }
    }

    struct Invitation {
        var grant: Grant
        var link: Credential?
    }

    /// Returns whose failures with codes and passwords count together with those of a visitor.
    private func passwordSource(of visitor: Visitor) -> AttemptSource {
        if let browser = visitor.browser.map(Secret.hash),
            state.withLock({ $0.credentials.knowsBrowser(withSecretHash: browser) })
        {
            return .known(browser)
        }
        if let link = visitor.link { return .guests(link) }
        return visitor.isOwnAccount ? .known("own account") : .address(visitor.address)
    }

    private func attemptEntry(
        by visitor: Visitor,
        countedFor source: AttemptSource,
        refusal: String,
        check: () throws -> Invitation?
    ) throws -> Entry {
        try beginAttempt(of: source)
        guard let invitation = try check() else {
            throw Problem(.unauthorized, "refused", refusal)
        }
        var entry = try beginSession(of: visitor, invitedBy: invitation)
        state.withLock { $0.attempts.recordSuccess(of: source) }
        if invitation.grant.isOwner { entry.browser = rememberBrowser(visitor.browser) }
        return entry
    }

    /// Begins a session of somebody who is let in.
    func beginSession(of visitor: Visitor, invitedBy invitation: Invitation) throws -> Entry {
        let token = asksTokens ? Secret.randomText() : nil
        let (credential, secret) = try addCredential(
            .session,
            name: visitor.name,
            grant: invitation.grant,
            ends: invitation.link?.ends,
            link: invitation.link,
            tokenHash: token.map(Secret.hash)
        )
        return Entry(credential: credential, secret: secret, token: token)
    }

    /// Throws if a source has to wait, and otherwise counts its attempt as failed.
    ///
    /// It counts so while it is checked, so that guesses at the same time count, too.
    func beginAttempt(of source: AttemptSource) throws {
        let wait = state.withLock { state -> Double? in
            if let wait = state.attempts.waitingTime(of: source, at: clock.seconds) { return wait }
            state.attempts.recordFailure(of: source, at: clock.seconds)
            return nil
        }
        if let wait { throw Problem.tooMany(retryAfter: wait) }
    }

    /// Remembers that the owner signed in, and returns the secret of the browser, which may have one already.
    private func rememberBrowser(_ known: String?) -> String {
        state.withLock { state in
            var secret = Secret.randomText()
            if let known, state.credentials.knowsBrowser(withSecretHash: Secret.hash(known)) {
                secret = known
            }
            state.credentials.rememberBrowser(
                withSecretHash: Secret.hash(secret),
                at: clock.now()
            )
            // A full disk must not lock the owner out.
            try? saveCredentials(of: state)
            return secret
        }
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
        link: Credential? = nil,
        tokenHash: String? = nil,
        terms: LinkTerms? = nil
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
            title: title ?? link?.title,
            tokenHash: tokenHash,
            terms: terms
        )
        let pushedOut = try state.withLock { state -> [Credential] in
            var copy = state
            if kind == .session, let link {
                guard copy.credentials[link.id] != nil else { throw Problem.wrongLink }
                guard copy.credentials.countView(ofLink: link.id) else {
                    throw Problem.linkUsedUp
                }
            }
            guard let pushedOut = copy.credentials.add(credential) else {
                throw Problem(
                    .conflict,
                    "full",
                    "There are too many devices and links. Revoke some."
                )
            }
            for session in pushedOut { copy.unlocks.lock(session.id) }
            if kind == .link { copy.linkSecrets[link?.id ?? id] = secret }
            try saveCredentials(of: copy)
            state = copy
            return pushedOut
        }
        if !pushedOut.isEmpty { onEnd(pushedOut) }
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
            for credential in revoked {
                copy.unlocks.lock(credential.id)
                copy.linkSecrets[credential.id] = nil
            }
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
            for credential in over { state.linkSecrets[credential.id] = nil }
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
    /// Attempts count for the client alone: nobody else makes the owner wait.
    func checkPassword(_ password: String, of client: String) throws -> Bool? {
        guard let hash = try OwnerPassword.hash(in: folder) else { return nil }
        let source = AttemptSource.known(client)
        try beginAttempt(of: source)
        guard password.utf8.count <= 1024, hash.matches(password) else { return false }
        state.withLock { $0.attempts.recordSuccess(of: source) }
        return true
    }

    func unlockHiddenPhotos(for session: String) {
        state.withLock { $0.unlocks.unlock(session, at: clock.seconds) }
    }

    func isUnlocked(_ session: String) -> Bool {
        state.withLock { $0.unlocks.isUnlocked(session, at: clock.seconds) }
    }
}
