package import Foundation
import PhotosBase
package import PhotosStore

/// The markers of a place, which say which library writes to it.
package struct MarkerList {
    private let place: any RemotePlace

    package init(_ place: any RemotePlace) { self.place = place }

    /// Returns the marker that counts, and the number of markers; nil if there is none.
    ///
    /// - Throws: ``RemoteFailure`` with code `noEncryptionKey` where the place is encrypted and was opened without a key.
    package func lastMarker() throws -> (marker: RemoteMarker, number: Int)? {
        var names: [(number: Int, name: String)] = []
        var isEncrypted = false
        try place.listObjects(withPrefix: RemoteNames.markers) { name, _ in
            if let number = RemoteMarker.number(of: name) { names.append((number, name)) }
            if RemoteNames.hasSealedForm(name) { isEncrypted = true }
        }
        if names.isEmpty, isEncrypted {
            throw RemoteFailure(
                .noEncryptionKey,
                "The remote is encrypted, and no key was given. Give its key: --key-file names the file with the key, and --words reads the words from standard input. `photokit remote add` needs --encrypt, too."
            )
        }
        guard let last = names.max(by: { ($0.number, $0.name) < ($1.number, $1.name) }) else {
            return nil
        }
        do {
            return (try readMarker(named: last.name), last.number)
        } catch let failure as RemoteFailure
            where failure.code == .notTheService || failure.code == .differs
        {
            // A damaged marker of an encrypted place does not open at all.
            guard let marker = try rebuiltMarker(named: last.name, among: names.map(\.name)) else {
                throw failure
            }
            return (marker, last.number)
        }
    }

    private func readMarker(named name: String) throws -> RemoteMarker {
        try RemoteMarker(place.readObject(name, atMost: 1 << 16))
    }

    /// Returns a marker; nil if it is damaged.
    ///
    /// - Throws: ``RemoteFailure`` if the place does not answer, which says nothing about the marker.
    private func wholeMarker(named name: String) throws -> RemoteMarker? {
        do {
            return try readMarker(named: name)
        } catch let failure as RemoteFailure
            where failure.code == .notTheService || failure.meansNoWholeObject
        {
            return nil
        }
    }

    /// Returns a marker that was emptied or cut off, as by a power failure.
    ///
    /// Its name has the incarnation. The library is that of an earlier marker, or of the last copy of the database.
    private func rebuiltMarker(named name: String, among names: [String]) throws -> RemoteMarker? {
        guard let incarnation = RemoteMarker.incarnation(of: name) else { return nil }
        for other in names.sorted().reversed() where other != name {
            guard var marker = try wholeMarker(named: other) else { continue }
            marker.incarnation = incarnation
            return marker
        }
        let copies = DatabaseCopies(place)
        for copy in try copies.copyNames().reversed() {
            guard let index = try copies.readIndex(named: copy) else { continue }
            return RemoteMarker(
                library: index.library,
                incarnation: incarnation,
                date: index.date,
                // This value distinguishes places: two rebuilt markers of one place must be equal.
                place: incarnation
            )
        }
        return nil
    }

    /// Returns the marks that identify the place: the mark in its marker, and those of its disks.
    package func placeMarks() throws -> Set<String> {
        place.diskMarks.union(try lastMarker().map { [$0.marker.mark] } ?? [])
    }

    /// Throws unless the place belongs to this incarnation of the library, which knows its newest copy of the database.
    package func checkOwner(is library: Library, of remote: RemoteRow) throws {
        let identity = library.identity
        guard remote.incarnation == identity.incarnation else {
            throw Self.otherCopy(at: remote.address, named: remote.name)
        }
        _ = try checkedMarker(
            of: identity.library,
            incarnation: identity.incarnation,
            at: remote.address,
            named: remote.name
        )
        let settings = RemoteSettings(text: remote.settings)
        guard try DatabaseCopies(place).unknownDate(to: library, settings: settings) != nil else {
            return
        }
        throw RemoteFailure(
            .otherLibrary,
            "\(remote.address) has a copy of the database with changes that this library does not know: the library was set back to an older state. To get them, restore the remote into another folder. To go on with the older state, run `photokit remote adopt \(ShellWord.operand(remote.name, "--older"))`."
        )
    }

    /// Returns the marker that counts.
    ///
    /// - Parameters:
    ///   - library: The library to which the place must belong.
    ///   - incarnation: The incarnation of it.
    ///   - address: The address of the place, for messages.
    ///   - name: The name of the remote, for messages.
    /// - Returns: The marker.
    /// - Throws: ``RemoteFailure`` unless the place belongs to this incarnation of the library.
    package func checkedMarker(
        of library: UUID,
        incarnation: UUID,
        at address: String,
        named name: String
    ) throws -> RemoteMarker {
        guard let (marker, _) = try lastMarker() else {
            if try hasCopies(of: library) {
                throw RemoteFailure(
                    .otherLibrary,
                    "\(address) has files of this library, but has lost its marker, which says which library writes there. Run `photokit remote adopt \(ShellWord.operand(name))`, which writes a new one."
                )
            }
            throw RemoteFailure(
                .otherLibrary,
                "\(address) does not say any more which library it belongs to: it was emptied, or something else is mounted there. If you emptied it, run `photokit remote adopt \(ShellWord.operand(name))`, which says what is lost."
            )
        }
        guard marker.library == library else {
            throw RemoteFailure(
                .otherLibrary,
                "\(address) belongs to another library. Choose another prefix or folder for this one."
            )
        }
        guard marker.incarnation == incarnation else {
            throw Self.otherCopy(at: address, named: name)
        }
        return marker
    }

    /// Whether the newest copy of the database that can be read is of a library.
    private func hasCopies(of library: UUID) throws -> Bool {
        let copies = DatabaseCopies(place)
        for name in try copies.copyNames().reversed() {
            guard let index = try copies.readIndex(named: name) else { continue }
            return index.library == library
        }
        return false
    }

    private static func otherCopy(at address: String, named name: String) -> RemoteFailure {
        RemoteFailure(
            .otherLibrary,
            "\(address) belongs to another copy of this library. If that copy is not used any more, run `photokit remote adopt \(ShellWord.operand(name))`. If that copy has changes that this one lacks, the command changes nothing, names them, and says how to go on."
        )
    }

    /// Lets an incarnation of a library write to the place from now on.
    package func claimPlace(for library: Library) throws {
        let earlier = try lastMarker()
        if let marker = earlier?.marker {
            guard marker.library == library.identity.library else {
                throw RemoteFailure(
                    .otherLibrary,
                    "The place belongs to another library. Choose another prefix or folder for this one."
                )
            }
            guard marker.incarnation != library.identity.incarnation else { return }
        }
        let marker = RemoteMarker(
            library: library.identity.library,
            incarnation: library.identity.incarnation,
            date: library.environment.now(),
            place: earlier?.marker.place ?? library.environment.makeUUID()
        )
        let scratch = try ScratchFolder(in: library.core)
        try place.storeData(
            marker.encoded(),
            as: marker.name(after: earlier?.number ?? 0),
            in: scratch,
            watch: TransferWatch()
        )
        guard try lastMarker()?.marker.incarnation == library.identity.incarnation else {
            throw RemoteFailure(
                .otherLibrary,
                "Another copy of the library took the place at the same time. Decide which of them is to write there."
            )
        }
    }
}
