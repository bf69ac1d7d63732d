import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Inspects files on the threads of an import: reads metadata, computes the checksum, and copies to the
/// staging area.
///
/// Each file is read once, unless the library has a file of the same size.
struct FileInspection: Sendable {
    let library: Library
    let reader: FactReader
    let verifier: OriginalVerifier
    /// Nil where no file is copied, as in a dry run.
    let area: StagingArea?
    let space: SpaceKeeper?
    var options: ImportOptions

    func inspectFiles(of cluster: ImportCluster) -> [InspectedFile] {
        var inspection = self
        // Another program's library is never changed, so its files are copied even if the options say move.
        if cluster.item != nil { inspection.options.transfer = cluster.isUnpacked ? .move : .copy }
        return inspection.inspectAll(cluster)
    }

    private func inspectAll(_ cluster: ImportCluster) -> [InspectedFile] {
        cluster.files.indices.map { index in
            let file = cluster.files[index]
            do {
                let finding = try library.core.makingRoom(for: file.byteCount, by: space) {
                    try inspection(of: index, in: cluster)
                        .finding(for: file, item: cluster.item?.files[index])
                }
                return InspectedFile(file: file, finding: finding, obstacle: reader.obstacle)
            } catch {
                let error = StoreError(error)
                return InspectedFile(
                    file: file,
                    finding: .refused(error.message),
                    obstacle: error.code == .diskFull ? error : reader.obstacle
                )
            }
        }
    }

    /// Returns the inspection for one file of a cluster.
    ///
    /// An export states which assets have equal files, so that equal bytes are no reason to leave one out.
    private func inspection(of index: Int, in cluster: ImportCluster) -> FileInspection {
        guard let export = cluster.item?.export, index > 0 || export.copy > 0 else { return self }
        var inspection = self
        inspection.options.duplicates = .keep
        return inspection
    }

    private func finding(
        for file: FoundFile,
        item: ImportItem.File?
    ) throws -> InspectedFile.Finding {
        if item?.role == ResourceRole.adjustmentData {
            return try adjustmentFinding(
                for: file,
                keepsFile: item?.contentType == AdjustmentFile.contentType
            )
        }
        switch file.url.pathExtension.lowercased() {
        case "xmp": return try sidecarFinding(for: file)
        case "aae": return try adjustmentFinding(for: file)
        case let ending where ShotName.settingsExtensions.contains(ending):
            // A source keeps files of any size.
            guard options.keepsCompanions else { return .settings(Self.unstaged(file)) }
            guard file.byteCount <= Self.largestSettings else { return .other }
            return .settings(try stageSidecar(file))
        default: break
        }
        // Opened without blocking, because opening a pipe that replaced the file must not hang.
        let descriptor = open(file.url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            let isStated = code == ENOENT && item?.checksum != nil
            return .refused(isStated ? Self.missingInExport : Self.openingFailure(for: code))
        }
        defer { close(descriptor) }
        guard file.isOpen(as: descriptor) else { return .refused(Self.changed) }
        let (patience, now) = (options.writerPatience, library.environment.now())
        guard !file.isBeingWritten(descriptor, patience: patience, now: now) else {
            return .refused(Self.stillWritten)
        }
        do {
            let header = try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
            if let known = try knownBytes(of: file, openAs: descriptor) { return known }
            return .media(try stageMedia(file, header: header, openAs: descriptor))
        } catch let error as MediaFileError {
            guard error.code == .notMedia, file.byteCount > 0 else { return .refused("\(error)") }
            return Self.otherFinding(for: file)
        }
    }

    /// Returns the finding for a file that is neither a picture nor a movie.
    ///
    /// The import reports a file whose name suggests a picture, a file that a person named itself, and an archive that can be
    /// imported when it is named.
    private static func otherFinding(for file: FoundFile) -> InspectedFile.Finding {
        if let reason = NotMedia.reason(forFileNamed: file.name) { return .refused(reason) }
        guard file.isNamed else {
            return Takeout.mayBeArchive(file.url) && Takeout.isArchive(file.url)
                ? .refused(NotMedia.closedExport) : .other
        }
        let isArchive = ArchiveContent(of: file.url) != nil
        return .refused(isArchive ? NotMedia.archiveReason : NotMedia.plainReason)
    }

    /// Returns a finding if the library already has the file's bytes; nil for new bytes.
    ///
    /// The checksum is computed only if the library has a file of this size. Nothing has been copied at this
    /// point.
    private func knownBytes(
        of file: FoundFile,
        openAs descriptor: Int32
    ) throws -> InspectedFile.Finding? {
        guard options.duplicates != .keep, try library.records.hasResource(ofSize: file.byteCount)
        else {
            return nil
        }
        let checksum = try SourceFile.read(descriptor, at: file.url) { _ in }
        let files = try library.originals.heldFiles(ofChecksum: checksum)
        var held = try HeldBytes(files, verifier, sparesOffline: false)
        if held.broken.isEmpty { held.brokenMovies = try brokenMovies(of: files) }
        // A file that heals a broken resource is staged like a new one.
        guard case .whole? = Presence(.init(held: held)) else { return nil }
        return .known(checksum: checksum, held)
    }

    /// Returns the movies of pictures that are not whole.
    ///
    /// An earlier import may have extracted a movie from its picture.
    private func brokenMovies(of pictures: [HeldFile]) throws -> [HeldBytes.Broken] {
        let assets = Set(pictures.lazy.filter { $0.type == ResourceRole.photo }.map(\.assetRow))
        guard !assets.isEmpty else { return [] }
        let movies = try library.originals.heldFiles(ofAssets: assets.sorted())
            .filter { $0.type == ResourceRole.pairedVideo }
        return try HeldBytes(movies, verifier, sparesOffline: false).broken
    }

    // MARK: Staging

    private func stageMedia(
        _ file: FoundFile,
        header: MediaHeader,
        openAs descriptor: Int32
    ) throws -> ImportedMedia {
        guard let area else { return try inspectMedia(file, header: header, openAs: descriptor) }
        let environment = library.environment
        let content = ResourceSource.Content.found(
            file,
            descriptor,
            move: options.transfer == .move
        )
        var complaint: String?
        let (staged, facts) = try area.add(content, id: environment.makeUUID()) {
            descriptor -> (String, MediaFacts) in
            let facts = readFacts(from: descriptor, of: file, header: header, complaint: &complaint)
            return (facts.type.preferredExtension, facts)
        }
        var media = ImportedMedia(
            resource: StagedResource(file: staged, facts: facts, area: area),
            facts: facts,
            complaint: complaint,
            stayingReason: staged.stayingReason
        )
        if let range = facts.embeddedMovie {
            media.movie = try stageMovie(at: range, of: staged, complaint: &media.complaint)
        }
        return media
    }

    /// Stages the movie inside a motion photo as a file of its own.
    ///
    /// - Throws: The error of a full disk, after the staged photo is dropped, so that both can be staged again.
    private func stageMovie(
        at range: Range<Int64>,
        of photo: StagedFile,
        complaint: inout String?
    ) throws -> StagedResource? {
        guard let area else { return nil }
        do {
            let (staged, facts) = try area.add(
                .part(area.url(of: photo), range),
                id: library.environment.makeUUID()
            ) { descriptor -> (String, MediaFacts) in
                let facts = try reader.facts(of: descriptor, named: nil)
                return (facts.type.preferredExtension, facts)
            }
            if facts.kind == .video {
                return StagedResource(file: staged, facts: facts, area: area)
            }
            area.drop(staged)
        } catch {
            guard StoreError(error).code != .diskFull else {
                area.drop(photo)
                throw error
            }
            complaint = "The movie inside it could not be read. \(error)"
        }
        return nil
    }

    private func inspectMedia(
        _ file: FoundFile,
        header: MediaHeader,
        openAs descriptor: Int32
    ) throws -> ImportedMedia {
        var complaint: String?
        let facts = readFacts(from: descriptor, of: file, header: header, complaint: &complaint)
        let staged = StagedFile(
            file: "",
            byteCount: file.byteCount,
            checksum: try SourceFile.read(descriptor, at: file.url) { _ in }
        )
        return ImportedMedia(
            resource: StagedResource(file: staged, facts: facts, area: nil),
            facts: facts,
            complaint: complaint
        )
    }

    /// Reads the metadata.
    ///
    /// If that fails, only the facts from the header are used: the file may be the only copy of a photo.
    private func readFacts(
        from descriptor: Int32,
        of file: FoundFile,
        header: MediaHeader,
        complaint: inout String?
    ) -> MediaFacts {
        do {
            let facts = try reader.facts(of: descriptor, named: file.name)
            complaint = facts.damage
            return facts
        } catch {
            complaint = "\(error)"
            return MediaFacts(header: header)
        }
    }

    private func stageSidecar(_ file: FoundFile) throws -> StagedResource {
        guard let area else { return Self.unstaged(file) }
        let descriptor = try FileOperations.open(file.url, flags: O_RDONLY | O_NONBLOCK)
        defer { close(descriptor) }
        guard file.isOpen(as: descriptor) else {
            throw StoreError(.invalidResource, Self.changed)
        }
        let content = ResourceSource.Content.found(
            file,
            descriptor,
            move: options.transfer == .move
        )
        let (staged, _) = try area.add(content, id: library.environment.makeUUID()) { _ in
            (StagingArea.pathExtension(of: file.name), ())
        }
        return StagedResource(file: staged, facts: nil, area: area)
    }

    /// Returns a description of a file of which the library gets no copy.
    private static func unstaged(_ file: FoundFile) -> StagedResource {
        StagedResource(
            file: StagedFile(file: "", byteCount: file.byteCount, checksum: []),
            facts: nil,
            area: nil
        )
    }

    // MARK: Sidecars

    private func sidecarFinding(for file: FoundFile) throws -> InspectedFile.Finding {
        let descriptor = try FileOperations.open(file.url, flags: O_RDONLY | O_NONBLOCK)
        defer { close(descriptor) }
        guard file.isOpen(as: descriptor) else { return .refused(Self.changed) }
        do {
            let source = try DescriptorByteSource(descriptor: descriptor)
            // Words that are missing in a sidecar that was cut off must not count as removed.
            let facts = try SidecarFacts(
                from: source,
                zone: library.environment.zone,
                mayBeCutOff: false
            )
            let keeps = options.keepsCompanions && area != nil
            let staged = keeps ? try stageSidecar(file) : nil
            return .xmp(ImportSupplement(facts), staged, of: facts.subject)
        } catch let error as MediaFileError where error.isAboutContent {
            // A card is wiped after its import, so the library keeps also what nobody can read.
            guard options.keepsCompanions, file.byteCount <= Self.largestSettings else {
                return .refused(
                    "It is no sidecar that can be read (\(error.reason)). Write it again with the program that made it, or leave it out."
                )
            }
            return .settings(
                try stageSidecar(file),
                complaint:
                    "It is no sidecar that can be read (\(error.reason)). The library keeps the file with its photo, and takes nothing from it."
            )
        } catch {
            let error = StoreError(error)
            guard error.code != .diskFull else { throw error }
            return .refused(error.message)
        }
    }

    private func adjustmentFinding(
        for file: FoundFile,
        keepsFile: Bool = false
    ) throws -> InspectedFile.Finding {
        let adjustment: AppleAdjustment
        do {
            adjustment = try AppleAdjustment(
                contentsOf: file.url,
                maximumSize: keepsFile ? Self.largestOwnRecipe : AppleAdjustment.maximumSize
            )
        } catch {
            // The purpose of the file is not known here, so the file stays with its picture.
            guard !keepsFile, options.keepsCompanions, file.byteCount <= Self.largestSettings
            else { throw error }
            return .settings(try stageSidecar(file))
        }
        guard let area, !keepsFile else { return .adjustment(adjustment, try stageSidecar(file)) }
        let (staged, _) = try area.add(
            .data(adjustment.data),
            id: library.environment.makeUUID()
        ) { _ in ("data", ()) }
        return .adjustment(adjustment, StagedResource(file: staged, facts: nil, area: area))
    }

    /// The largest file of another program's settings, in bytes, that is kept beside a picture, and exported.
    static let largestSettings: Int64 = 16 << 20

    /// The largest recipe of an edit, in bytes, that an export of this software may have.
    private static let largestOwnRecipe = 64 << 20

    static let stillWritten =
        "A program still writes it, or a file that belongs to it. Import it again when that program has ended."

    private static let changed =
        "The file changed while it was read, or another file replaced it. Import it again when no program writes to it."

    private static let missingInExport =
        "The manifest of the export names the file, but the import found neither the file nor another one with its bytes. If the library lacks its photo, export to the folder again, and import it."

    static func openingFailure(for code: Int32) -> String {
        switch code {
        case ENOENT: "The file no longer exists. If it was renamed or replaced, import it again."
        case EACCES, EPERM: "This user may not read the file. Check its permissions."
        default: "The file could not be opened: \(systemMessage(code))."
        }
    }
}
