import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Decides which files an export has of an asset, and from what they are made.
///
/// Safe on any thread.
struct AssetFilePlanner: Sendable {
    /// The files of one asset.
    struct Outcome: Sendable {
        /// A file that cannot be made.
        struct Problem: Sendable {
            /// The name in the library.
            var name: String
            /// A sentence.
            var reason: String
        }

        /// A file beside the photo that is not written now, and whose name no other file gets.
        struct Reservation: Sendable {
            /// The position of the file among those beside the photo; behind them for one that the library may not have any more.
            var number: Int
            /// What stands behind the stem of the photo's name.
            var ending: String
        }

        var files: [WantedFile] = []
        var problems: [Problem] = []
        /// The files that came in beside the photo and cannot be copied now, and those that stay because the library may not have
        /// them any more.
        ///
        /// An earlier export may have written the former, and has written the latter.
        var reserved: [Reservation] = []
        /// The numbered endings that files get now beside such exported ones, by the endings of these.
        var numbered: [String: String] = [:]
        /// The parts of sidecars that cannot be made now, so that those of an earlier export stay.
        var unmade: Set<String> = []
        /// The names of the values that no sidecar can state.
        var losses: [String] = []
    }

    let library: Library
    let options: ExportOptions

    /// Returns the files of an asset.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - exported: The parts of the sidecars that an earlier export wrote, and that are there.
    ///   - recorded: Returns the file that an earlier export wrote with an ending behind the stem of the photo's name; nil for none.
    /// - Returns: The files, and what cannot be made.
    func files(
        of asset: ExportedAsset,
        besides exported: Set<String> = [],
        recorded: (String) -> CompanionEnding.Recorded? = { _ in nil }
    ) -> Outcome {
        let parts = ExportParts.parts(of: asset.resources, versions: options.versions)
        let prefix = options.versions == .edited ? "e" : "r"
        var outcome = Outcome()
        for (index, part) in parts.enumerated() {
            let sidecarPart = "s\(prefix)\(part.role.rawValue)"
            do {
                let main = try wantedFile(for: part, prefix: prefix, of: asset)
                outcome.files.append(main.file)
                guard options.metadata != .none, part.takesSidecar else { continue }
                var existing: [UInt8]?
                if index == 0, let companion = asset.companions.last(where: \.isXMP) {
                    // An exported one may have what other programs wrote into it, which a new one would lack.
                    let stays =
                        exported.contains(sidecarPart)
                        && companion.byteCount <= FileInspection.largestSettings
                    do {
                        existing = try Self.readBytes(
                            of: companion,
                            orElse: stays ? Self.sidecarStays : Self.wordsAreMissing
                        )
                    } catch {
                        guard !stays else { throw error }
                        let reason = StoreError(error).message
                        outcome.problems.append(.init(name: companion.name, reason: reason))
                    }
                }
                var metadata = ExportMetadata.writtenMetadata(
                    of: asset,
                    withheld: options.withheld,
                    in: existing == nil ? .nothing : .sidecar
                )
                var unreadable: [UInt8]?
                if let incoming = existing, !SidecarBytes.canState(metadata, in: incoming) {
                    // Nothing can be added to it, so that a new one states what people said.
                    (unreadable, existing) = (incoming, nil)
                    metadata = ExportMetadata.writtenMetadata(
                        of: asset,
                        withheld: options.withheld,
                        in: .nothing
                    )
                }
                outcome.losses += SidecarBytes.lostValues(of: metadata)
                if var sidecar = try wantedSidecar(
                    of: part,
                    prefix: prefix,
                    metadata: metadata,
                    existing: existing
                ) {
                    if main.isEmbedded, existing == nil { sidecar.fallbackFor = main.file.part }
                    outcome.files.append(sidecar)
                }
                if let unreadable {
                    addUnreadableSidecar(
                        unreadable,
                        of: part,
                        prefix: prefix,
                        isAlone: metadata.isEmpty,
                        to: &outcome
                    )
                }
            } catch {
                outcome.unmade.insert(sidecarPart)
                outcome.problems.append(
                    .init(
                        name: part.resource.filename ?? part.resource.file,
                        reason: StoreError(error).message
                    )
                )
            }
        }
        addCompanions(of: asset, recorded: recorded, to: &outcome)
        if options.albums != .none { outcome.files += albumFiles(for: outcome.files, of: asset) }
        return outcome
    }

    private func wantedFile(
        for part: ExportPart,
        prefix: String,
        of asset: ExportedAsset
    ) throws -> (file: WantedFile, isEmbedded: Bool) {
        let resource = part.resource
        var wanted = WantedFile(
            part: "\(prefix)\(part.role.rawValue)",
            source: Array(resource.checksum.prefix(16)),
            origin: RecordedFile.Origin(of: resource),
            content: .copy(resource),
            checksum: resource.checksum,
            byteCount: resource.byteCount,
            name: resource.filename ?? resource.file,
            place: .beside(part)
        )
        if resource.isPlainRecipe {
            let bytes = try editRecipe(in: resource, of: asset)
            wanted.content = .bytes(bytes)
            wanted.checksum = ExportDigest.checksum(of: bytes)
            wanted.byteCount = Int64(bytes.count)
            wanted.source = Array(wanted.checksum?.prefix(16) ?? [])
            return (wanted, false)
        }
        guard options.metadata == .embedded, part.takesSidecar,
            MediaType(rawValue: resource.contentType)?.takesEmbeddedMetadata == true
        else {
            return (wanted, false)
        }
        let metadata = ExportMetadata.writtenMetadata(
            of: asset,
            withheld: options.withheld,
            in: .copy
        )
        guard !metadata.isEmpty else { return (wanted, true) }
        var digest = ExportDigest()
        digest.add(resource.checksum)
        digest.add(try SidecarBytes.stateChecksum(of: metadata))
        wanted.source = digest.value
        wanted.content = .embed(resource, metadata)
        wanted.checksum = nil
        return (wanted, true)
    }

    /// Returns the recipe of an edit as a property list, which other programs read, too.
    private func editRecipe(in resource: ResourceRecord, of asset: ExportedAsset) throws -> [UInt8]
    {
        let url = try library.originals.url(of: resource)
        let descriptor = try library.transfers.openFile(of: resource, NetworkAccess())
        defer { close(descriptor) }
        var data = Data()
        let checksum = try SourceFile.read(descriptor, at: url) { data += $0 }
        guard checksum == resource.checksum else {
            throw StoreError(
                .invalidResource,
                "The recipe of the edit is damaged. Run `photokit check --read`."
            )
        }
        let file = AdjustmentFile(
            formatIdentifier: asset.record.adjustmentFormat ?? resource.contentType,
            formatVersion: asset.record.adjustmentVersion ?? "",
            data: data,
            date: asset.record.adjustmentDate,
            isOnTop: asset.resources.contains(where: \.isBase)
        )
        return Array(file.bytes)
    }

    // MARK: Sidecars

    private func wantedSidecar(
        of part: ExportPart,
        prefix: String,
        metadata: WrittenMetadata,
        existing: [UInt8]?
    ) throws -> WantedFile? {
        guard !metadata.isEmpty || existing != nil else { return nil }
        let bytes = try SidecarBytes.bytes(stating: metadata, in: existing)
        let checksum = ExportDigest.checksum(of: bytes)
        return WantedFile(
            part: "s\(prefix)\(part.role.rawValue)",
            source: Array(checksum.prefix(16)),
            content: .bytes(bytes),
            checksum: checksum,
            byteCount: Int64(bytes.count),
            name: "\(part.resource.filename ?? part.resource.file).xmp",
            place: .sidecar(part)
        )
    }

    /// Adds a sidecar that came in and to which nothing can be added.
    ///
    /// Beside a new sidecar it has a name that programs do not take for that of a sidecar.
    private func addUnreadableSidecar(
        _ bytes: [UInt8],
        of part: ExportPart,
        prefix: String,
        isAlone: Bool,
        to outcome: inout Outcome
    ) {
        let name = "\(part.resource.filename ?? part.resource.file).xmp"
        guard options.withheld.isEmpty else {
            outcome.problems.append(.init(name: name, reason: SidecarBytes.mayStateAnything))
            return
        }
        let checksum = ExportDigest.checksum(of: bytes)
        var file = WantedFile(
            part: isAlone ? "s\(prefix)\(part.role.rawValue)" : "cunreadable",
            source: Array(checksum.prefix(16)),
            content: .bytes(bytes),
            checksum: checksum,
            byteCount: Int64(bytes.count),
            name: name,
            place: isAlone
                ? .sidecar(part)
                : .companion(ending: part.ending + ".xmp" + FileName.unreadableEnding)
        )
        if !isAlone { file.remark = Self.isUnreadable }
        outcome.files.append(file)
    }

    private static let isUnreadable =
        "The sidecar that came in with the photo is no XMP that can be changed. It was copied under this name, and a new sidecar states what you have said about the photo."

    private static let isOfOtherPhoto =
        "The sidecar came from a photo that was merged into this one. Places and persons in it cannot be found. It was left out."

    private static let isEarlier =
        "The sidecar is an earlier one that a backup has kept. Places and persons in it cannot be found. It was left out."

    private static func isOffline(
        _ companion: ExportedAsset.Companion,
        _ consequence: String
    ) -> String {
        "\(companion.url.path) is in a source that cannot be reached, so \(consequence). Connect its volume, and export again. If the volume is lost, run `photokit source forget` with the folder of the source."
    }

    private static let sidecarStays = "the exported sidecar stays as it was"
    private static let isNotCopied = "it is not copied now"
    private static let wordsAreMissing = "the export lacks what other programs wrote into it"

    /// Returns the bytes of a file that came in beside the original; nil for an empty file.
    ///
    /// - Parameters:
    ///   - companion: The file.
    ///   - consequence: What the export does without the file, for the error.
    /// - Returns: All bytes of the file.
    /// - Throws: ``StoreError`` with a sentence for a file that is offline, larger than imports keep, or cannot be read.
    private static func readBytes(
        of companion: ExportedAsset.Companion,
        orElse consequence: String
    ) throws -> [UInt8]? {
        guard !companion.isOffline else {
            throw StoreError(.fileOffline, isOffline(companion, consequence))
        }
        let path = companion.url.path
        guard companion.byteCount <= FileInspection.largestSettings else {
            throw StoreError(
                .invalidResource,
                "\(path) has more than \(FileInspection.largestSettings >> 20) MiB, so \(consequence). Copy the file yourself."
            )
        }
        var bytes: [UInt8] = []
        do {
            let descriptor = try FileOperations.open(companion.url, flags: O_RDONLY | O_NONBLOCK)
            defer { close(descriptor) }
            _ = try SourceFile.read(descriptor, at: companion.url) { bytes += $0 }
        } catch {
            throw StoreError(
                .invalidResource,
                "\(path) cannot be read, so \(consequence). \(StoreError(error).message) \(companion.isKept ? "Run `photokit check --repair`." : "If it was moved or removed, run `photokit source sweep`.")"
            )
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Adds copies of files that came in beside the original.
    ///
    /// Where sidecars are written, an XMP is the beginning of one, so the other kinds alone are copied.
    private func addCompanions(
        of asset: ExportedAsset,
        recorded: (String) -> CompanionEnding.Recorded?,
        to outcome: inout Outcome
    ) {
        var companions: [(number: Int, name: String, bytes: [UInt8]?)] = []
        for (number, companion) in asset.companions.enumerated()
        where options.metadata == .none || !companion.isXMP {
            var bytes: [UInt8]?
            do { bytes = try copiedBytes(of: companion, beside: asset) } catch {
                let reason = StoreError(error).message
                outcome.problems.append(.init(name: companion.name, reason: reason))
            }
            companions.append((number, companion.name, bytes))
        }
        let checksums = companions.map { $0.bytes.map { ExportDigest.checksum(of: $0) } }
        var written: [String: [UInt8]] = [:]
        for file in outcome.files {
            guard case .companion(let ending) = file.place else { continue }
            written[ending.lowercased()] = file.checksum ?? []
        }
        let endings = CompanionEnding.endings(
            of: zip(companions, checksums).map { companion, checksum in
                CompanionEnding.File(
                    companion.name,
                    checksum: checksum,
                    // A file that the library reads is the only one of its name, and an XMP may get other words with each export.
                    isKept: asset.companions[companion.number].isKept
                        && !CompanionFile.isRead(companion.name)
                )
            },
            beside: asset.original?.filename,
            formerly: asset.original.flatMap { asset.importNames[$0.rowID] },
            written: written,
            recorded: recorded
        )
        for (index, companion) in companions.enumerated() {
            guard let ending = endings.ofFiles[index] else { continue }
            guard let bytes = companion.bytes, let checksum = checksums[index] else {
                outcome.reserved.append(.init(number: companion.number, ending: ending))
                continue
            }
            outcome.files.append(
                WantedFile(
                    part: "c\(companion.number)",
                    source: CompanionSource.checksum(
                        of: checksum,
                        isKept: asset.companions[companion.number].isKept
                    ),
                    content: .bytes(bytes),
                    checksum: checksum,
                    byteCount: Int64(bytes.count),
                    name: companion.name,
                    place: .companion(ending: ending)
                )
            )
        }
        outcome.numbered = endings.numbered
        for (index, ending) in endings.staying.enumerated() {
            outcome.reserved.append(.init(number: asset.companions.count + index, ending: ending))
        }
    }

    /// Returns the bytes with which a file that came in beside the original is copied; nil for an empty file.
    ///
    /// A copied XMP states the library's values of what was changed since it came in.
    ///
    /// - Parameters:
    ///   - companion: The file.
    ///   - asset: The asset.
    /// - Returns: All bytes of the copy.
    /// - Throws: ``StoreError`` with a sentence for a file that cannot be copied now, or not without what is withheld.
    private func copiedBytes(
        of companion: ExportedAsset.Companion,
        beside asset: ExportedAsset
    ) throws -> [UInt8]? {
        guard let bytes = try Self.readBytes(of: companion, orElse: Self.isNotCopied) else {
            return nil
        }
        let metadata =
            companion.isXMP
            ? ExportMetadata.metadataUpdating(
                asset,
                withheld: options.withheld,
                tags: XMPTags.read(bytes[...])
            ) : ExportMetadata.metadataWithout(options.withheld, in: asset)
        guard !options.withheld.isEmpty else {
            // A sidecar that nobody can read stays as it is: nothing was taken from it.
            guard !metadata.isEmpty else { return bytes }
            return (try? SidecarBytes.bytes(stating: metadata, in: bytes)) ?? bytes
        }
        // The library has read no words from it, so it does not know which of its keywords are names.
        guard !FileName.isMerged(companion.name) else {
            throw StoreError(.invalidResource, Self.isOfOtherPhoto)
        }
        guard !FileName.isEarlier(companion.name) else {
            throw StoreError(.invalidResource, Self.isEarlier)
        }
        return try SidecarBytes.bytes(stating: metadata, in: bytes)
    }

    // MARK: Albums

    private func albumFiles(
        for wanted: [WantedFile],
        of asset: ExportedAsset
    ) -> [WantedFile] {
        asset.albums.flatMap { album in
            wanted.compactMap { file -> WantedFile? in
                guard case .beside(let part) = file.place,
                    part.role != ResourceRole.adjustmentData, part.mark != .base
                else { return nil }
                var copy = file
                copy.part = "a\(album.uuid.uuidString):\(file.part)"
                copy.place = .album(album.path, part)
                if options.albums == .links {
                    copy.content = .link("")
                    copy.checksum = nil
                    copy.byteCount = 0
                }
                return copy
            }
        }
    }
}
