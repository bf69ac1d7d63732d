package import PhotosStore

/// Decides which parts of its asset the files of an earlier export are now.
///
/// A file may get another role in its asset: a movie becomes that of a Live Photo when its still comes, and a RAW becomes the
/// original when its JPEG is given up. An asset may also go on without a file. The export has its last bytes then.
package struct EarlierParts {
    /// A file that the asset should have, without those in folders of albums.
    package struct Wanted: Hashable, Sendable {
        package var part: String
        /// The path that the file would have had in the earlier export, as paths are compared.
        package var key: String
        package var source: [UInt8]
        /// The checksum of its bytes; nil where it is not known before.
        package var checksum: [UInt8]?
        /// The row of the resource from which it is made; nil for sidecars.
        package var row: Int64?

        package init(
            part: String,
            key: String,
            source: [UInt8],
            checksum: [UInt8]?,
            row: Int64? = nil
        ) {
            self.part = part
            self.key = key
            self.source = source
            self.checksum = checksum
            self.row = row
        }
    }

    private let wanted: [Wanted]
    private let recorded: [RecordedFile]
    private let keys: [String]
    private let resources: [ResourceRecord]
    private let hasOtherOriginal: Bool
    private let lost: Set<Int>
    /// The paths of wanted files that are the camera's, not those of an edit.
    private let cameraKeys: Set<String>
    /// The new parts of the recorded files, by their positions.
    private var parts: [Int: String] = [:]
    /// The wanted parts that a recorded file has now.
    private var satisfied: Set<String> = []
    /// The parts that the files had without which the asset goes on from now on.
    private var givenUp: Set<String> = []

    private init(
        _ wanted: [Wanted],
        _ recorded: [RecordedFile],
        keys: [String],
        resources: [ResourceRecord],
        hasOtherOriginal: Bool,
        lost: Set<Int>
    ) {
        self.wanted = wanted
        self.recorded = recorded
        self.keys = keys
        self.resources = resources
        self.hasOtherOriginal = hasOtherOriginal
        self.lost = lost
        let shown = ExportParts.parts(of: resources, versions: .edited)
        cameraKeys = Set(
            wanted.filter { file in
                guard PartName.isMain(file.part), Self.isOfCamera(file.part) else { return false }
                guard file.part.hasPrefix("e") else { return true }
                return shown.contains { part in
                    part.role == PartName.role(of: file.part)
                        && Self.cameraRoles.contains(part.resource.type)
                }
            }.map(\.key)
        )
    }

    /// Returns the parts that the files of an earlier export are now.
    ///
    /// - Parameters:
    ///   - recorded: The files.
    ///   - keys: Their paths, as paths are compared.
    ///   - wanted: The files that the asset should have, without those in folders of albums.
    ///   - resources: The asset's files in the library.
    ///   - hasOtherOriginal: Whether an original with other bytes is another file than in the earlier export, where the record does not
    ///     say from which file it was made.
    ///   - lost: The positions of versions without which the asset goes on, and that no source has any more.
    /// - Returns: A part for each of the `recorded`. Files that the asset goes on without have the mark ``PartName/givenUp``. Others
    ///   whose part another file has now have the mark ``PartName/stale``.
    package static func parts(
        of recorded: [RecordedFile],
        keys: [String],
        wanted: [Wanted],
        resources: [ResourceRecord],
        hasOtherOriginal: Bool = false,
        lost: Set<Int> = []
    ) -> [String] {
        var earlier = EarlierParts(
            wanted,
            recorded,
            keys: keys,
            resources: resources,
            hasOtherOriginal: hasOtherOriginal,
            lost: lost
        )
        earlier.decideAboutMedia()
        earlier.decideAboutSidecars()
        earlier.decideAboutAlbums()
        return earlier.distinctParts()
    }

    // MARK: Pictures and movies

    private mutating func decideAboutMedia() {
        take(PartName.isMain) { wanted, file, _ in
            file.part == wanted.part && file.hasContent(of: wanted)
        }
        take(PartName.isMain) { wanted, file, key in
            key == wanted.key && file.hasContent(of: wanted)
        }
        // The edited version may have become the original, and the recorded original is another file then.
        takeContent { !PartName.isMarked($0) }
        // Another program changed a file in its source, or its copies have other metadata inside.
        take(PartName.isMain) { wanted, file, _ in
            file.origin.map { $0.row == wanted.row } ?? false
                && PartName.withoutMark(file.part).first == wanted.part.first
        }
        for index in recorded.indices where parts[index] == nil {
            guard isOfFormerFile(index) || isFormerOriginal(index) || lost.contains(index) else {
                continue
            }
            giveUp(index)
        }
        // A file may get another role and other bytes at once, as where the export writes metadata into its copies.
        let cameraKeys = cameraKeys
        take(PartName.isMain) { wanted, file, key in
            key == wanted.key && cameraKeys.contains(key)
                && file.part.first == wanted.part.first && Self.isOfCamera(file.part)
        }
        takeContent { _ in true }
        let gone = Set(recorded.indices.filter { parts[$0] == nil && isGivenUp($0) })
        for index in gone { giveUp(index) }
        take(PartName.isMain) { wanted, file, _ in file.part == wanted.part }
        markDisplaced(PartName.isMain)
    }

    /// Takes recorded files with the bytes of wanted ones, whatever names they have.
    ///
    /// A file whose name or part another one needs is not renamed, nor is one that was exported with other options.
    private mutating func takeContent(ofPart isPossible: (String) -> Bool) {
        let wantedKeys = Set(wanted.map(\.key))
        let open = Set(wanted.map(\.part)).subtracting(satisfied)
        take(PartName.isMain) { wanted, file, key in
            isPossible(file.part) && !wantedKeys.contains(key) && !open.contains(file.part)
                && file.hasContent(of: wanted)
                && PartName.withoutMark(file.part).first == wanted.part.first
        }
    }

    /// Whether a file was made from a file of the camera that the asset has not any more.
    private func isOfFormerFile(_ index: Int) -> Bool {
        let file = recorded[index]
        guard let origin = file.origin, file.kind != .link, PartName.isMain(file.part) else {
            return false
        }
        return Self.cameraRoles.contains(origin.role)
            && !resources.contains { $0.rowID == origin.row || $0.hasBytes(of: file) }
    }

    /// Whether a file has the bytes of an original in whose place the asset has another one, as far as a record of an earlier version
    /// tells.
    ///
    /// The earlier export may lack the edited version that is the original now. The movie of a Live Photo goes with its picture.
    /// A copy with metadata inside does not tell whose bytes it has.
    private func isFormerOriginal(_ index: Int) -> Bool {
        let file = recorded[index]
        return file.origin == nil && hasOtherOriginal && file.kind != .link
            && file.source == Array(file.checksum.prefix(16))
            && (ResourceRole.originals + [.pairedVideo]).contains {
                file.part == "r\($0.rawValue)"
            } && !resources.contains { $0.hasBytes(of: file) }
    }

    /// Whether the asset goes on without a picture or movie of the camera.
    ///
    /// The file that has the role now is a later version if it has the same extension, otherwise another file. Its bytes do not
    /// decide: a person may have changed the photo in its source, or the export may write metadata into the copy.
    private func isGivenUp(_ index: Int) -> Bool {
        let file = recorded[index]
        let part = PartName.withoutMark(file.part)
        guard file.origin == nil, PartName.isMain(part), !PartName.isGivenUp(file.part),
            Self.isOfCamera(part), let role = PartName.role(of: part),
            // A file of the camera has its name now, so this is an earlier copy of that one, unless the export has it elsewhere.
            !wanted.contains(where: {
                $0.key == keys[index] && cameraKeys.contains($0.key) && !satisfied.contains($0.part)
            }),
            !resources.contains(where: { $0.hasBytes(of: file) })
        else { return false }
        let isEdited = part.hasPrefix("e")
        let present = ExportParts.parts(of: resources, versions: isEdited ? .edited : .both)
        guard let now = present.first(where: { $0.role == role }) else {
            return !resources.contains { $0.type == role }
        }
        // The file system may have no such extension.
        let ending =
            wanted.first { $0.part == part }.map { Self.ending(of: $0.key) }
            ?? now.ending.lowercased()
        guard ending != Self.ending(of: keys[index]) else { return false }
        // The version that is shown gets another extension by an edit, too.
        return !isEdited || now.resource.type == role && now.resource.isRaw
    }

    /// Returns the extension of a path in lower case, with its dot.
    private static func ending(of path: String) -> String {
        NameParts(TargetFolder.split(path).name).ending.lowercased()
    }

    private static func isOfCamera(_ part: String) -> Bool {
        PartName.role(of: part).map(cameraRoles.contains) ?? false
    }

    private static let cameraRoles =
        ResourceRole.originals + [ResourceRole.alternatePhoto, ResourceRole.pairedVideo]

    // MARK: Other files

    private mutating func decideAboutSidecars() {
        takeSidecarsOfMedia()
        take(PartName.isSidecar) { wanted, file, key in
            file.part == wanted.part && key == wanted.key
        }
        take(PartName.isSidecar) { wanted, file, key in key == wanted.key }
        // The sidecar of a file that stays stays beside it.
        for index in recorded.indices where parts[index] == nil {
            let part = PartName.withoutMark(recorded[index].part)
            guard PartName.isSidecar(part), !PartName.isGivenUp(recorded[index].part),
                givenUp.contains(String(part.dropFirst()))
            else { continue }
            giveUp(index)
        }
        take(PartName.isSidecar) { wanted, file, _ in file.part == wanted.part }
        let changes = changedParts()
        for index in recorded.indices where parts[index] == nil {
            let part = recorded[index].part
            guard PartName.isSidecar(part), let owner = changes[part.dropFirst()],
                !PartName.isMarked(owner),
                satisfied.insert("s\(owner)").inserted
            else { continue }
            parts[index] = "s\(owner)"
        }
        markDisplaced(PartName.isSidecar)
    }

    /// Lets sidecars follow their files to those that have sidecars now, or without which the asset goes on.
    private mutating func takeSidecarsOfMedia() {
        let media = partsOfMedia()
        let wantedParts = Set(wanted.map(\.part))
        for index in recorded.indices {
            let part = recorded[index].part
            guard PartName.isSidecar(part), let owner = media[part.dropFirst()] else { continue }
            if PartName.isGivenUp(owner) {
                giveUp(index)
            } else if wantedParts.contains("s\(owner)"), satisfied.insert("s\(owner)").inserted {
                parts[index] = "s\(owner)"
            }
        }
    }

    /// Lets files in folders of albums follow those of which they are copies.
    private mutating func decideAboutAlbums() {
        let changes = changedParts()
        for index in recorded.indices {
            let part = recorded[index].part
            guard let (album, main) = PartName.albumAndPart(of: part), let now = changes[main]
            else { continue }
            let mark = now.prefix(while: PartName.isMark)
            parts[index] = "\(mark)\(album)\(now.dropFirst(mark.count))"
        }
    }

    /// Returns the new parts of pictures, movies and recipes that have others now, by those that they had.
    private func changedParts() -> [Substring: String] {
        partsOfMedia().filter { $0.key != $0.value[...] }
    }

    /// Returns the parts of pictures, movies and recipes, by those that they had.
    private func partsOfMedia() -> [Substring: String] {
        var media: [Substring: String] = [:]
        for (index, part) in parts where PartName.isMain(recorded[index].part) {
            media[recorded[index].part[...]] = part
        }
        return media
    }

    // MARK: Matching

    /// Takes a recorded file for each wanted one that has none.
    private mutating func take(
        _ isKind: (String) -> Bool,
        where matches: (Wanted, RecordedFile, String) -> Bool
    ) {
        for file in wanted where isKind(file.part) && !satisfied.contains(file.part) {
            let index = recorded.indices.first { index in
                parts[index] == nil && recorded[index].kind != .link
                    && isKind(PartName.withoutMark(recorded[index].part))
                    && matches(file, recorded[index], keys[index])
            }
            guard let index else { continue }
            parts[index] = file.part
            satisfied.insert(file.part)
        }
    }

    private mutating func giveUp(_ index: Int) {
        let part = PartName.withoutMark(recorded[index].part)
        parts[index] = PartName.givenUp + part
        givenUp.insert(part)
    }

    /// Marks files whose part another file has now.
    private mutating func markDisplaced(_ isKind: (String) -> Bool) {
        for index in recorded.indices where parts[index] == nil {
            let part = recorded[index].part
            guard isKind(part), satisfied.contains(part) else { continue }
            if PartName.isMain(part), Self.isOfCamera(part) {
                giveUp(index)
            } else {
                parts[index] = PartName.stale + part
            }
        }
    }

    /// Returns the parts, each only once.
    private func distinctParts() -> [String] {
        let parts = recorded.indices.map { self.parts[$0] ?? recorded[$0].part }
        var used = Set(parts.filter { !PartName.isMarked($0) })
        return parts.map { part in
            var part = part
            guard PartName.isMarked(part) else { return part }
            while !used.insert(part).inserted { part = String(part.prefix(1)) + part }
            return part
        }
    }
}

extension RecordedFile {
    /// Whether the file has the bytes that a wanted one is to have.
    fileprivate func hasContent(of wanted: EarlierParts.Wanted) -> Bool {
        source == wanted.source || wanted.checksum == checksum
    }
}

extension ResourceRecord {
    /// Whether an exported file is an unchanged copy of the file.
    fileprivate func hasBytes(of file: RecordedFile) -> Bool {
        checksum == file.checksum || Array(checksum.prefix(16)) == file.source
    }
}
