package import Foundation
package import PhotosStore

/// Taking over a place that another copy of a library wrote to.
///
/// What the other copy stored there stays, because that copy may rely on it, until a person says that it is gone.
package struct RemoteAdoption {
    /// What was found at the place.
    package struct Report: Hashable, Sendable {
        /// The copy that wrote there before; nil if it was this one.
        package var earlier: RemoteMarker?
        /// The files of assets that the place has.
        package var objects = RemoteTotals.Part()
        /// Whether objects of another copy stay even if no file of this one needs them.
        package var keepsObjects = false
    }

    private let library: Library
    private let remote: RemoteRow
    private let place: any RemotePlace

    package init(_ library: Library, _ remote: RemoteRow, _ place: any RemotePlace) {
        self.library = library
        self.remote = remote
        self.place = place
    }

    /// Lets the library write to the place.
    ///
    /// - Parameters:
    ///   - overNewer: Whether to go on if the place has a copy of the database with changes that the library does not know.
    ///   - otherIsGone: Whether the objects of other copies are this copy's from now on.
    /// - Returns: What was found.
    /// - Throws: ``RemoteFailure`` and ``StoreError``. Then nothing has changed, or a repeated call does the rest.
    package func run(overNewer: Bool, otherIsGone: Bool) throws -> Report {
        let names = try DatabaseCopies(place).names()
        if !overNewer { try checkIsKnown(names) }
        var report = Report()
        let earlier = try MarkerList(place).last()?.marker
        let isOwn = earlier?.incarnation == library.identity.incarnation
        report.earlier = isOwn ? nil : earlier
        for size in try place.sizes(below: RemoteNames.originals, TransferWatch()).values {
            report.objects.add(size)
        }
        try MarkerList(place).claim(for: library)
        let isNew = overNewer || !isOwn || remote.incarnation != library.identity.incarnation
        var settings = RemoteSettings(text: remote.settings)
        if otherIsGone {
            settings.adoptedDate = nil
        } else if isNew {
            settings.adoptedDate = Self.adoptedDate(names, now: library.environment.now())
        }
        if isNew {
            try library.adoptRemote(remote, settings: settings.text)
        } else {
            _ = try library.setSettings(settings.text, of: remote)
        }
        report.keepsObjects = settings.adoptedDate != nil
        return report
    }

    private func checkIsKnown(_ names: [String]) throws {
        let known = RemoteSettings(text: remote.settings).adoptedDate ?? .distantPast
        guard let last = names.last, let date = SnapshotIndex.date(of: last),
            remote.incarnation != library.identity.incarnation || date > known,
            try SnapshotIndex.isUnknown(last, to: library)
        else { return }
        throw RemoteFailure(
            .otherLibrary,
            "The last copy of the database in \(remote.address), of \(date.formatted(.iso8601)), has changes that this library does not know: another copy of the library is newer, or this one was restored from an older state. To get them, restore the remote into another folder with `photokit remote restore`. To go on with this state, run `photokit remote adopt \(remote.name) --older`: what the other copy stored stays there."
        )
    }

    /// Returns the date up to which objects and copies of the database are another copy's.
    ///
    /// - Parameters:
    ///   - names: The names of the copies of the database.
    ///   - now: The present.
    /// - Returns: The present, or the date of the last copy if a clock was ahead.
    package static func adoptedDate(_ names: [String], now: Date) -> Date {
        names.compactMap(SnapshotIndex.date(of:)).reduce(now, max)
    }
}
