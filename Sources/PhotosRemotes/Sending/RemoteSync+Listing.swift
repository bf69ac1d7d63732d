import Foundation
import PhotosBase
import PhotosStore
import Synchronization

/// Finding out at each run whether a place still has what it had.
extension RemoteSync {
    /// Compares what the place lists with the objects that it should have, and notes those that are lost.
    ///
    /// Reading the list costs little beside reading bytes back, and finds at once what was removed by hand, or a disk that was
    /// exchanged.
    ///
    /// - Throws: ``RemoteFailure``, with code `missing` and no changed row if the place lacks so much that it is rather the
    ///   wrong one.
    func compareWithList(_ report: inout Report) throws {
        let now = library.environment.now()
        guard ListingTimes.shared.isDue(remote, of: library, at: now) else { return }
        try place.removeDrafts(olderThan: now - Self.draftPatience)
        let stored = StoredObjects(library: library, remote: remote, place: place, watch: watch)
        var listed = try place.objectSizes(below: RemoteNames.originals, watch: watch)
        let (lacking, total) = try stored.lackingObjects(in: &listed)
        let losses = try stored.lostObjects(among: lacking)
        guard losses.count <= max(Self.fewLosses, total / 100) else {
            let failure = RemoteFailure(
                .missing,
                "\(remote.address) lacks \(losses.count) of the \(total) files that it had, and nothing was changed. If another disk or folder is there, connect the right one. If the files are lost, run `photokit remote check \(ShellWord.operand(remote.name))`: the next `photokit remote sync` then sends again those that this disk or another remote has."
            )
            // The status must not call safe what was not found.
            try library.changeSettings(of: remote) { $0.doubt = failure.sentence }
            throw failure
        }
        try stored.recordLosses(losses)
        report.lost += losses.count
        // The list has only objects without rows by now.
        try library.remotes.noteListed(
            listed,
            in: remote,
            except: library.remotes.lostChecksums(in: remote),
            storedBy: RemoteSettings(text: remote.settings).adoptedDate
        )
        if remote.sentDate != nil, try !DatabaseCopies(place).hasWholeCopy() {
            // This run sends a new copy, and the parts that are missing.
            try library.remotes.noteDatabaseLost(by: remote)
        }
        try recordListing(at: now)
    }

    /// Whether the place is a folder, where a question costs nothing.
    var isFolder: Bool { ListingTimes.isFolder(remote) }

    private func recordListing(at now: Date) throws {
        let marks = try MarkerList(place).placeMarks()
        ListingTimes.shared.recordListing(of: remote, in: library, at: now)
        try library.changeSettings(of: remote) { settings in
            if !ListingTimes.isFolder(remote) { settings.listedDate = now }
            settings.marks = marks
            settings.doubt = nil
        }
    }

    /// The seconds after which nobody writes to a draft any more, also by a clock that is wrong by some days.
    private static let draftPatience = 604_800.0

    /// The number of lost objects that never end a run, because in a small library one is more than a hundredth.
    private static let fewLosses = 3
}

/// When places were listed the last time.
///
/// The mutex guards the times of this process. The time of a service is in the settings of its row, too, because each
/// request for a list costs money there.
private final class ListingTimes: Sendable {
    static let shared = ListingTimes()

    private let times = Mutex<[String: Date]>([:])

    /// The seconds after which a folder is listed again by the same process, and a service by any.
    private static let folderPatience = 3_600.0
    private static let servicePatience = 86_400.0

    func isDue(_ remote: RemoteRow, of library: Library, at now: Date) -> Bool {
        let isFolder = Self.isFolder(remote)
        let last =
            isFolder
            ? times.withLock { $0[Self.listingKey(of: remote, in: library)] }
            : RemoteSettings(text: remote.settings).listedDate
        guard let last else { return true }
        // A date in the future comes from a clock that was wrong.
        let age = now.timeIntervalSince(last)
        return age < 0 || age >= (isFolder ? Self.folderPatience : Self.servicePatience)
    }

    func recordListing(of remote: RemoteRow, in library: Library, at now: Date) {
        times.withLock { $0[Self.listingKey(of: remote, in: library)] = now }
    }

    static func isFolder(_ remote: RemoteRow) -> Bool {
        (try? RemoteAddress(remote.address))?.kind == .folder
    }

    private static func listingKey(of remote: RemoteRow, in library: Library) -> String {
        "\(remote.uuid) \(library.layout.root.path)"
    }
}

extension Library {
    /// Changes the settings of a remote in its row.
    func changeSettings(
        of remote: RemoteRow,
        _ change: (inout RemoteSettings) -> Void
    ) throws {
        guard let row = try remotes.all().first(where: { $0.id == remote.id }) else { return }
        let before = RemoteSettings(text: row.settings)
        var settings = before
        change(&settings)
        if settings != before { _ = try remotes.setSettings(settings.text, of: row) }
    }
}
