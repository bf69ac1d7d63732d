import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// The files of a group as the resources of an asset.
struct ImportParts {
    private(set) var resources: [ResourceSource] = []
    private(set) var supplement = ImportSupplement()
    private(set) var files: [ImportUnit.File] = []
    private(set) var staged: [StagedResource] = []
    private(set) var kept: [KeptFileSource] = []
    /// The names of those sidecars among the kept files that nobody can read.
    private(set) var unreadable: Set<ExactText> = []
    /// Whether a file does not have the bytes that an export wrote.
    private(set) var isChanged = false

    /// Creates the resources of a group.
    ///
    /// - Parameters:
    ///   - members: The files that become resources, as indexes in `files`.
    ///   - sidecars: The sidecars of those files, as indexes.
    ///   - files: All files that were inspected together.
    ///   - item: Names the files, where their own names are not the original ones.
    ///   - shared: The sidecars of other groups whose words are read for this one, too, as indexes.
    ///   - checksums: The checksums of sidecars that stay in a source, by their indexes, as far as they are known.
    init(
        _ members: [FileGroup.Member],
        sidecars: [Int],
        files: [InspectedFile],
        of item: ImportItem? = nil,
        shared: [Int] = [],
        checksums: [Int: [UInt8]] = [:]
    ) {
        for member in members {
            let file = files[member.index]
            let described = item?.files[member.index]
            addPart(
                file,
                role: member.role,
                name: described?.filename ?? file.file.name,
                item: described
            )
        }
        for index in shared.reversed() {
            if case .xmp(let facts, _, _) = files[index].finding {
                supplement.overwriteProperties(with: facts)
            }
        }
        for index in sidecars.reversed() {
            switch files[index].finding {
            case .xmp(let facts, let resource, _):
                // Sidecars are applied in reverse order, so that the preferred one overwrites the others.
                supplement.overwriteProperties(with: facts)
                addNote(of: files[index].file, staged: resource, checksum: checksums[index])
            case .settings(let resource, let complaint):
                addNote(
                    of: files[index].file,
                    staged: resource,
                    complaint: complaint,
                    checksum: checksums[index]
                )
            case .media, .known, .adjustment, .other, .refused: continue
            }
        }
        addMovie(of: members, among: files)
    }

    private mutating func addNote(
        of file: FoundFile,
        staged resource: StagedResource?,
        complaint: String? = nil,
        checksum: [UInt8]? = nil
    ) {
        let staged = resource.flatMap { $0.area == nil ? nil : $0 }
        var entry = ImportUnit.File(
            file: file,
            outcome: .sidecar,
            checksum: staged?.file.checksum ?? checksum
        )
        entry.stayingReason = staged?.file.stayingReason
        entry.complaint = complaint
        files.append(entry)
        guard let staged else { return }
        self.staged.append(staged)
        let name = FileName.kept(file.name) ?? "sidecar"
        kept.append(KeptFileSource(staged, filename: name))
        if complaint != nil { unreadable.insert(ExactText(name)) }
    }

    private mutating func addPart(
        _ file: InspectedFile,
        role: ResourceRole,
        name: String,
        item: ImportItem.File?
    ) {
        switch file.finding {
        case .media(let media):
            let differs = item?.checksum.map {
                $0 != Hexadecimal.digits(of: media.resource.file.checksum)
            }
            if differs == true { isChanged = true }
            addResource(
                media.resource,
                of: file,
                role: role,
                name: name,
                complaint: media.complaint
            )
            // The complaint about an unreadable file says more than that the file changed since the export.
            files[files.count - 1].isChanged = differs == true && media.complaint == nil
            files[files.count - 1].stayingReason = media.stayingReason
        case .adjustment(let adjustment, let resource):
            supplement.adjustment = adjustment.supplement
            addResource(resource, of: file, role: role, name: name, complaint: nil)
            resources[resources.count - 1].contentType = item?.contentType
        case .known, .xmp, .settings, .other, .refused: break
        }
    }

    private mutating func addResource(
        _ resource: StagedResource,
        of file: InspectedFile,
        role: ResourceRole,
        name: String,
        complaint: String?
    ) {
        resources.append(
            ResourceSource(type: role, content: .staged(resource), filename: name)
        )
        staged.append(resource)
        files.append(
            .init(
                file: file.file,
                outcome: .imported,
                checksum: resource.file.checksum.isEmpty ? nil : resource.file.checksum,
                complaint: complaint,
                resourceFile: resource.staysInSource ? resource.file.file : nil
            )
        )
    }

    /// Adds the movie inside a motion photo as the paired video, unless a file is the paired video already.
    private mutating func addMovie(of members: [FileGroup.Member], among files: [InspectedFile]) {
        guard !members.contains(where: { $0.role == ResourceRole.pairedVideo }),
            let photo = members.first(where: { $0.role == ResourceRole.photo }),
            case .media(let media) = files[photo.index].finding, let movie = media.movie
        else { return }
        let stem = (files[photo.index].file.name as NSString).deletingPathExtension
        resources.append(
            ResourceSource(
                type: ResourceRole.pairedVideo,
                content: .staged(movie),
                filename: stem + "." + (movie.facts?.type.preferredExtension ?? "mp4")
            )
        )
        staged.append(movie)
    }
}
