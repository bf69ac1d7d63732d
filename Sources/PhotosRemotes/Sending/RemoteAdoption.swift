package import Foundation
import PhotosBase
package import PhotosStore

/// Taking over a place that another copy of a library wrote to.
///
/// Objects that the other copy stored there stay, because that copy may rely on them, until a person says that it is gone.
package struct RemoteAdoption {
    /// The objects and databases at the place.
    package struct Report: Hashable, Sendable {
        /// The copy that wrote there before; nil if it was this one.
        package var earlier: RemoteMarker?
        /// The files of assets that the place has.
        package var objects = RemoteTotals.Part()
        /// The files of this library that the rows said to be there, and that the place does not list.
        package var missing = RemoteTotals.Part()
        /// The names of files among the missing ones that left this disk, and that nobody has, in their order.
        package var lostNames: [String] = []
        /// The number of the missing ones that left this disk, and that other remotes are said to have.
        package var elsewhere = 0
        /// The names of these remotes, in their order.
        package var otherRemotes: [String] = []
        /// Whether objects of another copy stay even if no file of this one needs them.
        package var keepsObjects = false
        /// The photos that only the newest copy of the database has, oldest first; nil if that copy cannot be read.
        ///
        /// Empty if the copy has no changes that the library does not know.
        package var photosAlone: [CopiedPhoto]? = []
    }

    private let library: Library
    private let remote: RemoteRow
    private let place: any RemotePlace
    private let watch: TransferWatch

    package init(
        _ library: Library,
        remote: RemoteRow,
        place: any RemotePlace,
        watch: TransferWatch = TransferWatch()
    ) {
        self.library = library
        self.remote = remote
        self.place = place
        self.watch = watch
    }

    /// Lets the library write to the place.
    ///
    /// - Parameters:
    ///   - overNewer: Whether to go on if the place has a copy of the database with changes that the library does not know.
    ///   - otherIsGone: Whether the objects of other copies are this copy's from now on.
    /// - Returns: The objects and databases at the place.
    /// - Throws: ``RemoteFailure`` and ``StoreError``. Then nothing has changed, or a repeated call does the rest.
    package func run(overNewer: Bool, otherIsGone: Bool) throws -> Report {
        var settings = RemoteSettings(text: remote.settings)
        var report = Report()
        report.photosAlone = try photosAlone(
            settings,
            overNewer: overNewer,
            otherIsGone: otherIsGone
        )
        let earlier = try MarkerList(place).lastMarker()?.marker
        let isOwn = earlier?.incarnation == library.identity.incarnation
        report.earlier = isOwn ? nil : earlier
        let listed = try place.objectSizes(below: RemoteNames.originals, watch: watch)
        for size in listed.values { report.objects.add(size) }
        try recordMissing(in: listed, report: &report)
        let lost = try library.remotes.lostChecksums(in: remote)
        let isNew = overNewer || !isOwn || remote.incarnation != library.identity.incarnation
        if otherIsGone {
            settings.adoptedDate = nil
        } else if isNew {
            settings.adoptedDate = try Self.date(of: place, now: library.environment.now())
        }
        try MarkerList(place).claimPlace(for: library)
        if isNew {
            // The list of another copy, or of another state, may be old.
            settings.listedDate = nil
            settings.databaseReadDate = nil
            settings.doubt = nil
            try library.remotes.adoptRemote(remote, settings: settings.text)
        } else {
            _ = try library.remotes.setSettings(settings.text, of: remote)
        }
        // Files that are not here can be fetched at once: no run finds out what the place has before the next one.
        try library.remotes.noteListed(
            listed,
            in: remote,
            except: lost,
            storedBy: settings.adoptedDate
        )
        report.keepsObjects = settings.adoptedDate != nil
        return report
    }

    /// Finds out which files the place should have and does not list, before the rows of its objects change.
    private func recordMissing(in listed: [[UInt8]: Int64], report: inout Report) throws {
        var listed = listed
        let stored = StoredObjects(library: library, remote: remote, place: place, watch: watch)
        let lacking = try stored.lackingObjects(in: &listed).objects
        let needed = try library.remotes.neededChecksums(lacking.map(\.checksum))
        let missing = lacking.filter { needed.contains($0.checksum) }
        for object in missing { report.missing.add(object.byteCount) }
        report.lostNames = try library.remotes.namesWithoutCopy(among: missing, exceptIn: remote)
            .sorted()
        let others = try library.remotes.objectsInOtherRemotes(among: missing, exceptIn: remote)
        report.elsewhere = others.count
        report.otherRemotes = try library.remotes.all().filter { others.remotes.contains($0.id) }
            .map(\.name)
    }

    /// Returns the photos that only the place's newest copy of the database has.
    ///
    /// - Throws: ``RemoteFailure`` with their names, if the caller did not say to go on.
    private func photosAlone(
        _ settings: RemoteSettings,
        overNewer: Bool,
        otherIsGone: Bool
    ) throws -> [CopiedPhoto]? {
        // Files are handed over only under a copy of the database that this library stored.
        let settings = otherIsGone ? RemoteSettings() : settings
        let copies = DatabaseCopies(place)
        guard let date = try copies.unknownDate(to: library, settings: settings) else { return [] }
        let photos = try copies.photosAlone(besides: library, watch: watch)
        if overNewer, !otherIsGone { return photos }
        let state =
            "The last copy of the database in \(remote.address), of \(date.formatted(.iso8601)), has changes that this library does not know: another copy of the library is newer, or this one was restored from an older state. \(Self.sentence(about: photos))"
        let name = remote.name
        throw RemoteFailure(
            .otherLibrary,
            otherIsGone
                ? "\(state) Run `photokit remote adopt \(ShellWord.operand(name, "--older"))` and `photokit remote sync \(ShellWord.operand(name))` first, and then `photokit remote adopt \(ShellWord.operand(name, "--other-is-gone"))`."
                : "\(state) To get its changes, restore the remote into another folder with `photokit remote restore`. To go on with this state, run `photokit remote adopt \(ShellWord.operand(name, "--older"))`: what the other copy stored stays there."
        )
    }

    /// The number of photos that a sentence names.
    private static let mostNames = 5

    private static func sentence(about photos: [CopiedPhoto]?) -> String {
        guard let photos else { return "That copy cannot be read." }
        guard !photos.isEmpty else {
            return
                "No photo is in that copy alone, so it has other changes, such as of captions or albums."
        }
        let names = photos.prefix(mostNames).map { $0.filename ?? "\($0.uuid)" }
        let others = photos.count - names.count
        let list = names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        return "It alone has \(photos.count) \(photos.count == 1 ? "photo" : "photos"): \(list)."
    }

    /// Returns the date up to which everything in a place is another copy's.
    ///
    /// This is the present, or the date of the newest copy of the database if a clock was ahead.
    package static func date(of place: any RemotePlace, now: Date) throws -> Date {
        try DatabaseCopies(place).copyNames().compactMap(SnapshotIndex.date(of:)).reduce(now, max)
    }

    /// Returns a sentence for a person who adds a place that a copy of the library wrote to, if it has changes that the library
    /// does not know.
    package static func warning(of place: any RemotePlace, for library: Library) throws -> String? {
        guard try DatabaseCopies(place).unknownDate(to: library, settings: RemoteSettings()) != nil
        else {
            return nil
        }
        return
            "The remote has a copy of the database with changes that this library does not know. It stays there. To get them, restore the remote into another folder with `photokit remote restore`."
    }
}
