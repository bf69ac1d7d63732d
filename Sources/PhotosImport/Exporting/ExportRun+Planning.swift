import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Deciding which files of an asset are written, and under which names.
extension ExportRun {
    /// The prefix of the parts of files whose version or album the library has not any more.
    static let stale = "x"

    func plan(_ asset: ExportedAsset) throws {
        let uuid = asset.record.uuid
        let state = asset.state(options)
        let known = try record.index.asset(uuid)
        summary.assets += 1
        if let known, known.state == state, try isIntact(known) {
            try record.index.mark(uuid, .unchanged)
            noteUnchanged(known)
            reportRemaining(known, asset)
            return advance(Self.bytes(asset))
        }
        try noteChange()
        var work = ExportWork(uuid: uuid, state: state, number: 1, base: "")
        work.date = asset.record.creationDate
        work.assetBytes = Self.bytes(asset)
        work.remaining = ExportMetadata.remaining(asset, options.withheld)
        let wanted = wantedFiles(of: asset, &work)
        try name(wanted, of: asset, known, &work)
        if let known { try settleStale(known, asset, wanted, &work) }
        if known == nil || known?.base != work.base || known?.number != work.number
            || known?.state != []
        {
            // Until all files are there, the record says that some are missing.
            try record.add(.asset(uuid, state: [], number: work.number, base: work.base))
        }
        try record.index.mark(uuid, .changed)
        blockFiles += work.files.count
        blockBytes += work.files.reduce(0) { $0 + $1.byteCount }
        block.append(work)
    }

    static func bytes(_ asset: ExportedAsset) -> Int64 {
        asset.resources.reduce(0) { $0 + $1.byteCount }
    }

    private func isIntact(_ known: RecordIndex.Asset) throws -> Bool {
        for file in known.files {
            guard !file.part.hasPrefix(Self.stale) || !options.removesDeleted,
                let state = try target.state(file.path), state.isSame(as: file)
            else { return false }
        }
        return true
    }

    private func noteUnchanged(_ known: RecordIndex.Asset) {
        summary.unchangedAssets += 1
        summary.present += known.files.count
        for file in known.files where file.part.hasPrefix(Self.stale) {
            summary.deleted += 1
            notify(.deleted(url(file.path), identifier(known.uuid), isRemoved: false))
        }
        notify(.unchanged(assets: 1, files: known.files.count))
    }

    // MARK: Files

    /// A file that an asset should have; its path follows from its asset's.
    struct Wanted {
        var part: String
        var source: [UInt8]
        var content: ExportWork.File.Content
        var checksum: [UInt8]?
        var byteCount: Int64
        var name: String
        var place: Place
        /// The part into whose copy the metadata are to be embedded.
        var fallbackFor: String?

        enum Place {
            case beside(ExportPart)
            /// The sidecar of a file.
            case sidecar(ExportPart)
            /// A sidecar that came with the original, by its extension.
            case companion(ending: String)
            /// A file in the folder of an album.
            case album([String], ExportPart)
        }
    }

    private func wantedFiles(of asset: ExportedAsset, _ work: inout ExportWork) -> [Wanted] {
        let parts = ExportParts.parts(of: asset.resources, options.versions)
        let prefix = options.versions == .edited ? "e" : "r"
        var wanted: [Wanted] = []
        for (index, part) in parts.enumerated() {
            do {
                let main = try wantedFile(part, prefix, asset)
                wanted.append(main.file)
                guard options.metadata != .none, part.takesSidecar else { continue }
                let existing = index == 0 ? companionBytes(asset) : nil
                if var sidecar = try sidecar(of: part, prefix, asset, existing) {
                    if main.isEmbedded, existing == nil { sidecar.fallbackFor = main.file.part }
                    wanted.append(sidecar)
                }
            } catch {
                work.hasFailed = true
                fail(
                    part.resource.filename ?? part.resource.file,
                    work.uuid,
                    StoreError(error).message
                )
            }
        }
        if options.metadata == .none { wanted += companions(asset) }
        if options.albums != .none { wanted += albumFiles(parts, wanted, asset) }
        return wanted
    }

    private func wantedFile(
        _ part: ExportPart,
        _ prefix: String,
        _ asset: ExportedAsset
    ) throws -> (file: Wanted, isEmbedded: Bool) {
        let resource = part.resource
        var wanted = Wanted(
            part: "\(prefix)\(part.role)",
            source: Array(resource.checksum.prefix(16)),
            content: .copy(resource),
            checksum: resource.checksum,
            byteCount: resource.byteCount,
            name: resource.filename ?? resource.file,
            place: .beside(part)
        )
        if resource.isPlainRecipe {
            let bytes = try recipe(resource, asset)
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
        let metadata = ExportMetadata.written(asset, withheld: options.withheld, in: .copy)
        guard !metadata.isEmpty else { return (wanted, true) }
        var digest = ExportDigest()
        digest.add(resource.checksum)
        digest.add(try SidecarBytes.state(of: metadata))
        wanted.source = digest.value
        wanted.content = .embed(resource, metadata)
        wanted.checksum = nil
        return (wanted, true)
    }

    /// Returns the recipe of an edit as a property list, which other programs read, too.
    private func recipe(_ resource: ResourceRecord, _ asset: ExportedAsset) throws -> [UInt8] {
        let url = try library.url(of: resource)
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw library.absence(of: resource) }
        defer { close(descriptor) }
        var data = Data()
        let checksum = try SourceFile.read(descriptor, url) { data += $0 }
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

    private func sidecar(
        of part: ExportPart,
        _ prefix: String,
        _ asset: ExportedAsset,
        _ existing: [UInt8]?
    ) throws -> Wanted? {
        let metadata = ExportMetadata.written(
            asset,
            withheld: options.withheld,
            in: existing == nil ? .nothing : .sidecar
        )
        for loss in SidecarBytes.losses(of: metadata) { summary.losses[loss, default: 0] += 1 }
        guard !metadata.isEmpty || existing != nil else { return nil }
        let bytes = try SidecarBytes.bytes(
            metadata,
            in: existing,
            withholds: !options.withheld.isEmpty
        )
        let checksum = ExportDigest.checksum(of: bytes)
        return Wanted(
            part: "s\(prefix)\(part.role)",
            source: Array(checksum.prefix(16)),
            content: .bytes(bytes),
            checksum: checksum,
            byteCount: Int64(bytes.count),
            name: "\(part.resource.filename ?? part.resource.file).xmp",
            place: .sidecar(part)
        )
    }

    /// Returns the sidecar that came with the original, the preferred one of several; nil if there is none.
    private func companionBytes(_ asset: ExportedAsset) -> [UInt8]? {
        asset.companions.last { $0.url.pathExtension.lowercased() == "xmp" }
            .flatMap(Self.bytes)
    }

    private static func bytes(_ companion: ExportedAsset.Companion) -> [UInt8]? {
        guard companion.byteCount <= largestCompanion,
            let descriptor = try? FileOperations.open(companion.url, O_RDONLY | O_NONBLOCK)
        else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        _ = try? SourceFile.read(descriptor, companion.url) { bytes += $0 }
        return bytes.isEmpty ? nil : bytes
    }

    private static let largestCompanion: Int64 = 8 << 20

    private func companions(_ asset: ExportedAsset) -> [Wanted] {
        asset.companions.enumerated().compactMap { index, companion in
            guard let bytes = Self.bytes(companion) else { return nil }
            let checksum = ExportDigest.checksum(of: bytes)
            let name = companion.url.lastPathComponent
            let inner = NameParts(NameParts(name).stem).ending
            let original = asset.original?.filename.map { NameParts($0).ending } ?? ""
            let ending = inner.lowercased() == original.lowercased() ? inner : ""
            return Wanted(
                part: "c\(index)",
                source: Array(checksum.prefix(16)),
                content: .bytes(bytes),
                checksum: checksum,
                byteCount: Int64(bytes.count),
                name: name,
                place: .companion(ending: ending + NameParts(name).ending)
            )
        }
    }

    // MARK: Albums

    private func albumFiles(
        _ parts: [ExportPart],
        _ wanted: [Wanted],
        _ asset: ExportedAsset
    ) -> [Wanted] {
        asset.albums.flatMap { album in
            wanted.compactMap { file -> Wanted? in
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

extension TargetFolder.State {
    /// Whether the file is as the export left it.
    func isSame(as file: RecordedFile) -> Bool {
        if file.kind == .link { return isLink && byteCount == file.byteCount }
        return isFile && byteCount == file.byteCount && modification == file.modification
    }
}
