import Foundation
import Glibc
import HTTPTypes
import ServeRules
import Synchronization

/// What guests sent and the owner has not yet taken in, in a folder of the server's own for each link.
///
/// The folder lies outside of the library. It ends with its link. The mutex guards the state, and the list of a link is
/// written under the mutex, so that the last state is the one on disk.
final class GuestInbox: Sendable {
    /// A file that a guest sent.
    struct File: Codable, Hashable, Sendable {
        let id: String
        /// The session that sent it.
        let session: String
        /// The name that the guest gave.
        let guest: String
        /// The name of the file, which is one of a kind in the session.
        let name: String
        let bytes: Int64
        let sent: Date
        /// Whether the owner has neither taken it in nor refused it.
        var isWaiting = true
    }

    /// A file that is received and examined, and that nobody sees yet.
    struct Draft: Sendable {
        let id: String
        let sender: Sender
        let name: String
        let bytes: Int64
        let url: URL
    }

    /// Who sends a file.
    struct Sender: Sendable {
        let link: String
        let title: String
        let session: String
        let guest: String
    }

    /// A file that waits, with the title of its link and its place on disk.
    struct Waiting: Sendable {
        let link: String
        let title: String
        let file: File
        let url: URL
    }

    private struct Link: Codable, Sendable {
        var title: String
        var usage = UploadUsage()
        var files: [File] = []
    }

    private struct State: Sendable {
        var links: [String: Link] = [:]
        /// The files that the owner is just taking in, by their identifiers.
        var taking: Set<String> = []
        /// The links that have ended while this server runs.
        var ended: Set<String> = []
    }

    private static let list = "files.json"
    private static let drafts = "new"

    private let root: URL
    private let state: Mutex<State>

    /// Reads the lists of all links.
    ///
    /// Nothing is removed: another server of the library may be running.
    init(_ folder: StateFolder) {
        root = folder.url.appendingPathComponent("guests", isDirectory: true)
        state = Mutex(State(links: Self.readLists(in: root)))
    }

    private static func readLists(in root: URL) -> [String: Link] {
        var links: [String: Link] = [:]
        for link in names(in: root) {
            let file = root.appendingPathComponent(link).appendingPathComponent(list)
            guard let data = FileManager.default.contents(atPath: file.path) else { continue }
            links[link] = try? JSONDecoder().decode(Link.self, from: data)
        }
        return links
    }

    /// Removes the folders of links that are no more, and files that were being received when an earlier server ended.
    ///
    /// This is called when no other server of the library runs.
    ///
    /// - Parameter links: The identifiers of the links that there are.
    func removeLeftovers(exceptOf links: Set<String>) {
        // An earlier server may have taken a file since this one read the lists.
        state.withLock { $0.links = Self.readLists(in: root) }
        for link in Self.names(in: root) {
            let folder = folder(ofLink: link)
            if links.contains(link) {
                remove(folder.appendingPathComponent(Self.drafts))
            } else {
                removeLink(link)
            }
        }
    }

    // MARK: Receiving

    /// Counts a file against the limit of its link, and returns where it goes.
    ///
    /// - Throws: ``Problem`` where the limit is reached, or the link has ended meanwhile.
    func beginFile(
        named name: String,
        of bytes: Int64,
        from sender: Sender,
        within limit: UploadLimit
    ) throws -> Draft {
        try state.withLock { state in
            guard !state.ended.contains(sender.link) else { throw Problem.signedOut }
            // The folder that the draft makes would be open to others.
            _ = try StateFolder(folder(ofLink: sender.link))
            var link = state.links[sender.link] ?? Link(title: sender.title)
            guard link.usage.countFile(of: bytes, within: limit) else { throw Problem.linkIsFull }
            state.links[sender.link] = link
        }
        let id = Secret.randomIdentifier()
        // An import leaves hidden files out.
        let name = CopyNames.copyName(
            of: String(GuestName.visibleCharacters(of: name).drop { $0 == "." })
        )
        let url = folder(ofLink: sender.link).appendingPathComponent(Self.drafts)
            .appendingPathComponent(id).appendingPathComponent(name)
        return Draft(id: id, sender: sender, name: name, bytes: bytes, url: url)
    }

    /// Gives up a file that did not come, which does not count.
    func giveUp(_ draft: Draft) {
        state.withLock { $0.links[draft.sender.link]?.usage.discountFile(of: draft.bytes) }
        removeDraft(draft)
    }

    /// Removes a file that was examined and is refused; it counts, because examining it was work.
    func refuse(_ draft: Draft) {
        removeDraft(draft)
        state.withLock { try? saveList(ofLink: draft.sender.link, in: $0) }
    }

    /// Puts a file that was examined among those that wait for the owner.
    ///
    /// - Throws: ``Problem`` where the link has ended meanwhile, and an error where the disk is full.
    func keep(_ draft: Draft, at now: Date) throws -> File {
        defer { removeDraft(draft) }
        let sender = draft.sender
        return try state.withLock { state in
            guard !state.ended.contains(sender.link), var link = state.links[sender.link] else {
                throw Problem.signedOut
            }
            let taken = Set(
                link.files.filter { $0.session == sender.session }.map { $0.name.lowercased() }
            )
            var (name, number) = (draft.name, 1)
            while taken.contains(name.lowercased()) {
                number += 1
                name = CopyNames.copyName(of: draft.name, number: number)
            }
            let file = File(
                id: draft.id,
                session: sender.session,
                guest: sender.guest,
                name: name,
                bytes: draft.bytes,
                sent: now
            )
            let target = place(of: file, ofLink: sender.link)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            guard rename(draft.url.path, target.path) == 0 else {
                throw Problem(.conflict, "no-file", "The file cannot be stored under this name.")
            }
            link.files.append(file)
            let before = state.links[sender.link]
            state.links[sender.link] = link
            do {
                try saveList(ofLink: sender.link, in: state)
            } catch {
                state.links[sender.link] = before
                remove(target)
                throw error
            }
            return file
        }
    }

    private func removeDraft(_ draft: Draft) {
        remove(draft.url.deletingLastPathComponent())
        state.withLock { state in
            let link = draft.sender.link
            // A file that came while its link ended has made the folder again.
            guard state.ended.contains(link), state.links[link] == nil else { return }
            remove(folder(ofLink: link))
        }
    }

    // MARK: Lists

    /// Returns what a session sent, whatever became of it, and how much its link still takes.
    func files(
        ofSession session: String,
        link: String,
        limit: UploadLimit
    ) -> (files: [File], rest: UploadLimit) {
        state.withLock { state in
            let known = state.links[link]
            return (
                (known?.files ?? []).filter { $0.session == session },
                (known?.usage ?? UploadUsage()).rest(of: limit)
            )
        }
    }

    /// All files that wait for the owner, in the order of their arrival.
    var waiting: [Waiting] { state.withLock { waitingFiles(in: $0) } }

    private func waitingFiles(in state: borrowing State) -> [Waiting] {
        state.links.flatMap { id, link in
            link.files.filter(\.isWaiting).map {
                Waiting(link: id, title: link.title, file: $0, url: place(of: $0, ofLink: id))
            }
        }.sorted { ($0.file.sent, $0.file.id) < ($1.file.sent, $1.file.id) }
    }

    // MARK: Decisions of the owner

    /// Returns waiting files, which nobody else takes in or removes until ``endTaking(_:taken:)``.
    ///
    /// - Throws: ``Problem`` where one of them does not wait any more.
    func beginTaking(_ ids: Set<String>) throws -> [Waiting] {
        try state.withLock { state in
            let found = waitingFiles(in: state).filter { ids.contains($0.file.id) }
            guard found.count == ids.count, state.taking.isDisjoint(with: ids),
                found.allSatisfy({ !state.ended.contains($0.link) })
            else { throw Problem.notWaiting }
            state.taking.formUnion(ids)
            return found
        }
    }

    /// Ends what ``beginTaking(_:)`` began, and removes the files that the library has or that were refused.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - taken: The identifiers of those that wait no more.
    func endTaking(_ files: [Waiting], taken: Set<String>) {
        let over = state.withLock { state -> Set<String> in
            for waiting in files {
                state.taking.remove(waiting.file.id)
                guard taken.contains(waiting.file.id),
                    let index = state.links[waiting.link]?.files.firstIndex(where: {
                        $0.id == waiting.file.id
                    })
                else { continue }
                remove(waiting.url)
                state.links[waiting.link]?.files[index].isWaiting = false
            }
            let links = Set(files.map(\.link))
            // If the list cannot be written, the next server shows a file that is gone. The owner can refuse it.
            for link in links { try? saveList(ofLink: link, in: state) }
            return links.intersection(state.ended)
        }
        for link in over { removeLink(link) }
    }

    /// Removes everything of a link that has ended; what the owner is just taking in stays until that is done.
    func removeLink(_ link: String) {
        state.withLock { state in
            state.ended.insert(link)
            let files = state.links[link]?.files ?? []
            guard files.allSatisfy({ !state.taking.contains($0.id) }) else { return }
            state.links[link] = nil
            remove(folder(ofLink: link))
        }
    }

    // MARK: Disk

    private func folder(ofLink link: String) -> URL {
        root.appendingPathComponent(link, isDirectory: true)
    }

    private func place(of file: File, ofLink link: String) -> URL {
        // Files of a session lie together, so that an import finds the two parts of a Live Photo.
        folder(ofLink: link).appendingPathComponent("from-" + file.session)
            .appendingPathComponent(file.name)
    }

    private func saveList(ofLink link: String, in state: borrowing State) throws {
        guard let list = state.links[link] else { return }
        try StateFolder(folder(ofLink: link)).write(JSONEncoder().encode(list), to: Self.list)
    }

    private func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }

    private static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}

extension Problem {
    static let noUploads = Problem(.forbidden, "no-uploads", "Nothing can be added here.")
    static let linkIsFull = Problem(
        .contentTooLarge,
        "link-full",
        "This link takes no more files, or none of this size."
    )
    static let notWaiting = Problem(
        .conflict,
        "changed-meanwhile",
        "A file of the selection does not wait any more."
    )
}
