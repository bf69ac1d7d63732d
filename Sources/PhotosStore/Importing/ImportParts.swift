import Foundation
import PhotosMedia

/// The files of a group as the resources of an asset.
struct ImportParts {
    private(set) var resources: [ResourceSource] = []
    private(set) var supplement = ImportSupplement()
    private(set) var files: [ImportUnit.File] = []
    private(set) var staged: [StagedResource] = []

    /// - Parameters:
    ///   - members: the files that become resources, by their places in `files`.
    ///   - sidecars: files that tell of them, by their places.
    ///   - files: all files that were looked into together.
    ///   - item: what names the files, where their own names say nothing.
    init(
        _ members: [FileGroup.Member],
        _ sidecars: [Int],
        _ files: [InspectedFile],
        of item: ImportItem? = nil
    ) {
        for member in members {
            let file = files[member.index]
            let name = item?.files[member.index].filename ?? file.file.name
            add(file, role: member.role, name: name)
        }
        for index in sidecars.reversed() {
            guard case .xmp(let facts) = files[index].finding else { continue }
            // The one to believe first has the last word.
            supplement.take(facts)
            self.files.append(.init(file: files[index].file, outcome: .sidecar))
        }
        addMovie(of: members, files)
    }

    private mutating func add(_ file: InspectedFile, role: Int, name: String) {
        switch file.finding {
        case .media(let media):
            add(media.resource, file, role, name, media.complaint)
            files[files.count - 1].stayingReason = media.stayingReason
        case .adjustment(let adjustment, let resource):
            supplement.adjustment = adjustment.supplement
            add(resource, file, role, name, nil)
        case .known, .xmp, .other, .refused: break
        }
    }

    private mutating func add(
        _ resource: StagedResource,
        _ file: InspectedFile,
        _ role: Int,
        _ name: String,
        _ complaint: String?
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

    /// The movie inside a motion photo becomes the other half of a pair, unless a file is that already.
    private mutating func addMovie(of members: [FileGroup.Member], _ files: [InspectedFile]) {
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

extension ImportSupplement {
    /// Takes over what another says.
    mutating func take(_ other: ImportSupplement) {
        date = other.date ?? date
        location = other.location ?? location
        caption = other.caption ?? caption
        keywords += other.keywords.filter { !keywords.contains($0) }
        persons += other.persons.filter { !persons.contains($0) }
        rating = other.rating ?? rating
        isFavorite = other.isFavorite ?? isFavorite
        isHidden = other.isHidden ?? isHidden
        trashedDate = other.trashedDate ?? trashedDate
        adjustment = other.adjustment ?? adjustment
    }
}
