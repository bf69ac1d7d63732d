import Foundation
import PhotosMedia
import PhotosStore

/// Uniting inspected files with each other and with assets, by what the library has of their bytes.
extension ImportRun {
    func processCluster(_ cluster: ImportCluster, files: [InspectedFile]) throws {
        var files = files
        var known: [UUID] = []
        var repeated: [RepeatedFile] = []
        var newcomers: [GroupingFile] = []
        // The files with known bytes, under their names in this folder.
        var named: [JoinDecision.NamedAsset] = []
        // A file that is recorded in the unit of another one cannot give its name to a sidecar.
        let isAlone =
            cluster.relatives.isEmpty && files.count(where: \.finding.isMedia) < 2
            && !files.contains { $0.finding.isSidecar }
        for (index, file) in files.enumerated() {
            switch file.finding {
            case .other:
                reporting.reportOther(file.file)
                recordOutcome(of: file, outcome: .other, in: cluster)
            case .refused(let reason):
                refuseFile(file, reason: reason, in: cluster)
            case .known(let checksum, let held):
                repeated.append(
                    RepeatedFile(index: index, checksum: checksum, presence: .whole(held))
                )
            case .media(let media):
                let checksum = media.resource.file.checksum
                let presence = try presence(
                    of: checksum,
                    movie: media.movie?.file.checksum,
                    joinsUnits: isAlone,
                    sparesOffline: media.resource.staysInSource
                )
                switch presence {
                case .absent:
                    newcomers.append(
                        GroupingFile(index: index, name: file.file.name, facts: media.facts)
                    )
                case .inBlock:
                    block.addTwin(
                        .init(file: file.file, outcome: .duplicate, checksum: checksum),
                        at: cluster.folder
                    )
                    dropStaged(media)
                case .planned, .whole:
                    repeated.append(
                        RepeatedFile(index: index, checksum: checksum, presence: presence)
                    )
                case .broken(let held):
                    try addHealing(of: held, with: file, at: cluster.folder)
                    known += held.assets
                    if let asset = held.assets.first {
                        named.append(.init(name: file.file.name, asset: asset))
                    }
                }
            case .xmp, .settings, .adjustment:
                newcomers.append(GroupingFile(sidecar: file, index: index))
            }
        }
        known += repeated.flatMap(\.presence.assets)
        named += repeated.compactMap { repeated in
            let name = files[repeated.index].file.name
            return repeated.presence.assets.first.map { .init(name: name, asset: $0) }
        }
        let needed = try stageNeeded(
            among: repeated,
            files: &files,
            newcomers: newcomers,
            relatives: cluster.relatives
        )
        let holders = Dictionary(uniqueKeysWithValues: needed.map { ($0.file.index, $0.assets) })
        for file in repeated where holders[file.index] == nil {
            try reportRepeated(file, inspected: files[file.index], in: cluster)
        }
        try healRecipes(among: &newcomers, in: cluster, files: files, known: known)
        newcomers += needed.map(\.file)
        guard !newcomers.isEmpty else { return }
        let rest = try joinFiles(
            newcomers,
            repeated: holders,
            in: cluster,
            files: files,
            known: known,
            named: named
        )
        for file in repeated where rest.contains(file.index) {
            try reportRepeated(file, inspected: files[file.index], in: cluster)
        }
    }

    /// Adds files to existing assets where they belong to one, and creates new assets for the others.
    ///
    /// - Returns: The indexes of the files with known bytes that no asset needs after all.
    private func joinFiles(
        _ newcomers: [GroupingFile],
        repeated: [Int: Set<UUID>],
        in cluster: ImportCluster,
        files: [InspectedFile],
        known: [UUID],
        named: [JoinDecision.NamedAsset]
    ) throws -> Set<Int> {
        var rest: Set<Int> = []
        var shared: Set<Int> = []
        let relatives = cluster.relativeAssets
        let assets = try partners(of: newcomers, known: known, in: cluster)
        var decisions = JoinDecision.decisions(newcomers, repeated: repeated, among: assets)
        if decisions.contains(where: \.isWaiting) {
            let names = try library.history.identifiers(relatives, in: .asset)
            let earlier = cluster.relatives.compactMap { relative in
                names[relative.asset].map {
                    JoinDecision.NamedAsset(name: relative.name, asset: $0.uuid)
                }
            }
            decisions.joinSidecars(among: newcomers, to: named + earlier)
        }
        let bringsRecipe = decisions.contains(where: \.bringsRecipe)
        for decision in decisions {
            switch decision {
            case .attach(var attachment):
                let asset = attachment.asset
                // A recipe that the asset lost by a revert in the library does not come back.
                try attachment.members.removeAll {
                    try followRecipe(files[$0.index], joining: asset, in: cluster)
                }
                try attachFiles(by: attachment, assets: assets, in: cluster, files: files)
                shared.formUnion(attachment.shared)
            case .create(let group):
                try createAsset(from: group, in: cluster, files: files)
                shared.formUnion(group.shared)
            case .leave(let index): rest.insert(index)
            case .wait(let index):
                if try followRecipe(files[index], in: cluster) { continue }
                let edited = assets.filter(\.hasRecipe)
                if try refuseSecondRecipe(files[index], beside: edited.map(\.uuid), in: cluster) {
                    continue
                }
                dropContent(of: files[index])
                let hasRecipe = !edited.isEmpty || bringsRecipe
                reporting.reportOther(
                    files[index].file,
                    reason: Self.refusalReason(ofLone: files[index], besideRecipe: hasRecipe)
                )
                recordOutcome(of: files[index], outcome: .refused, in: cluster)
            }
        }
        for index in shared.sorted() { reporting.reportSharedSidecar(files[index].file.url) }
        return rest
    }

    /// Returns the assets of the library that new files may belong to.
    private func partners(
        of newcomers: [GroupingFile],
        known: [UUID],
        in cluster: ImportCluster
    ) throws -> [LateArrivalRules.Asset] {
        let relatives = cluster.relativeAssets
        var uuids = known
        for identifier in Set(newcomers.compactMap(\.contentIdentifier)).sorted() {
            if block.brings(contentIdentifier: identifier) { try commitBlock() }
            uuids += try library.records.assets(withContentIdentifier: identifier)
        }
        if !relatives.isEmpty {
            let names = try library.history.identifiers(Set(relatives), in: .asset)
            uuids += relatives.compactMap { names[$0]?.uuid }
        }
        var seen: Set<UUID> = []
        return try uuids.filter { seen.insert($0).inserted }.prefix(Self.mostPartners)
            .compactMap {
                try library.partnerAsset($0, among: cluster.relatives, reader: reader)
            }
    }

    /// The maximum number of assets to compare with.
    ///
    /// Further assets with one name in one folder come from a camera that started its numbering again.
    static let mostPartners = 16

    // MARK: Units

    private func createAsset(
        from group: FileGroup,
        in cluster: ImportCluster,
        files: [InspectedFile]
    ) throws {
        let uuid = library.environment.makeUUID()
        var unit = ImportUnit(
            creating: uuid,
            from: group,
            of: files,
            at: cluster.folder,
            keepsDuplicates: options.duplicates == .keep
        )
        if options.isDryRun { for checksum in unit.checksums { block.planned[checksum] = uuid } }
        try keepCopies(of: group.shared.map { files[$0].file }, in: &unit)
        block.add(unit)
    }

    private func attachFiles(
        by attachment: LateArrivalRules.Attachment,
        assets: [LateArrivalRules.Asset],
        in cluster: ImportCluster,
        files: [InspectedFile]
    ) throws {
        var attachment = attachment
        if attachment.members.isEmpty {
            let known = try attachment.sidecars.filter {
                try keepsCopy(of: files[$0].file, with: attachment.asset)
            }
            for index in known { try recordKept(files[index], with: attachment.asset, in: cluster) }
            attachment.sidecars.removeAll(where: known.contains)
            if attachment.sidecars.isEmpty, attachment.shared.isEmpty { return }
        }
        let checksums = try recogniseSidecars(
            &attachment.sidecars,
            of: attachment.asset,
            among: files,
            in: cluster
        )
        if attachment.members.isEmpty, attachment.sidecars.isEmpty, attachment.shared.isEmpty {
            return
        }
        let parts = ImportParts(
            attachment.members,
            sidecars: attachment.sidecars,
            files: files,
            shared: attachment.shared,
            checksums: checksums
        )
        let present = assets.first { $0.uuid == attachment.asset }?.resources ?? []
        var retyped: [ResourceRole: ResourceRole] = [:]
        for change in attachment.demoting {
            guard let resource = present.first(where: { $0.file.index == change.index }) else {
                continue
            }
            retyped[resource.role] = change.role
        }
        var work = ResourceAttachment(resources: parts.resources, retyped: retyped)
        work.supplement = parts.supplement
        let shared = attachment.shared.map { files[$0].file }
        // In a source, files of which nothing is read leave the words as they are: the file that stated these may be away.
        let readsWords = (attachment.sidecars + attachment.shared).contains { index in
            options.keepsCompanions || files[index].finding.isXMP
        }
        if readsWords {
            try recordCompanions(
                of: attachment.asset,
                parts: parts,
                shared: shared,
                stayingIn: options.keepsCompanions ? nil : cluster.folder?.sourceID,
                in: &work
            )
        }
        var unit = ImportUnit(
            work: .attach(attachment.asset, work),
            folder: cluster.folder,
            parts: parts
        )
        unit.kept = try keptFiles(of: parts, with: attachment.asset)
        try keepCopies(of: shared, in: &unit)
        block.add(unit)
    }

    // MARK: Records of files

    /// Why a file about other files comes in without them.
    private static func refusalReason(
        ofLone file: InspectedFile,
        besideRecipe hasRecipe: Bool
    ) -> String {
        if case .adjustment = file.finding {
            return hasRecipe
                ? "Its picture or movie has another recipe of an edit. A photo has only one, so the import leaves this file out."
                : "It waits for its picture or movie. Import the folder again when that is there, and it joins."
        }
        return
            "No picture or movie of its name lies beside it. Import it with what it belongs to."
    }

    /// Reports a file whose bytes an asset has.
    ///
    /// An import that moves files removes it, if the library's own folder has the bytes. A dry run reports it as
    /// removed; that a program writes to it, or that its folder is protected, is seen by the import alone.
    func reportKnown(_ file: FoundFile, of twin: UUID, isInSourcesAlone: Bool) throws {
        if isInSourcesAlone { return reporting.reportInSource(file, of: twin) }
        guard options.transfer == .move else { return reporting.reportDuplicate(file, of: twin) }
        guard !options.isDryRun else { return reporting.reportRemoved(file, of: twin) }
        switch try library.givenFiles.removeGivenFile(file, verifier: verifier) {
        case .removed: reporting.reportRemoved(file, of: twin)
        case .stays(let reason):
            reporting.reportStayed(file, reason: reason)
            reporting.reportDuplicate(file, of: twin)
        }
    }

    func refuseFile(_ file: InspectedFile, reason: String, in cluster: ImportCluster) {
        reporting.reportRefused(file.file, reason: reason)
        recordOutcome(of: file, outcome: .refused, in: cluster)
    }

    func recordOutcome(
        of file: InspectedFile,
        outcome: SourceOutcome,
        in cluster: ImportCluster
    ) {
        guard let folder = cluster.folder else { return }
        let file = ImportUnit.File(file: file.file, outcome: outcome)
        block.add(ImportUnit(noting: nil, at: folder, files: [file]))
    }
}

extension GroupingFile {
    /// Creates a description of a sidecar.
    fileprivate init(sidecar file: InspectedFile, index: Int) {
        var kind = Sidecar.xmp
        switch file.finding {
        case .adjustment: kind = .aae
        case .settings: kind = .settings
        default: break
        }
        self.init(index: index, name: file.file.name, kind: .sidecar(kind))
        if case .xmp(_, _, let subject) = file.finding { self.subject = subject }
    }
}
