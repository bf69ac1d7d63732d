import Foundation
import PhotosStore

/// Committing the gathered units.
extension ImportRun {
    func commitBlock() throws {
        let units = block.takeUnits().filter { !refuseIfChanged($0) }
        guard !units.isEmpty else { return }
        if options.isDryRun {
            for unit in units { try reportUnit(unit) }
        } else {
            try commitUnits(units)
            try space?.applyRule(afterAdding: units.byteCountOfCopies)
        }
    }

    /// Refuses a unit if the bytes of one of its files have changed since they were read: somebody still writes it.
    ///
    /// Nothing is recorded, so the next import reads the files.
    private func refuseIfChanged(_ unit: ImportUnit) -> Bool {
        guard !unit.isNote, unit.files.contains(where: \.file.hasChanged) else { return false }
        for resource in unit.staged { dropStaged(resource) }
        for file in unit.files + unit.twins.map(\.file) {
            reporting.reportRefused(file.file, reason: FileInspection.stillWritten)
        }
        return true
    }

    private static let photoDeleted =
        "Its photo was deleted during the import. Import the file again."

    private func commitUnits(_ units: [ImportUnit]) throws {
        let committed: CommittedBlock
        do {
            committed = try library.commits.commit(changeBlock(of: units), makingRoomBy: space)
        } catch let error as StoreError {
            let decision = FailedCommit(error, units: units.count)
            if decision == .end { throw error }
            albums.forgetMadeAlbums()
            if decision == .blame { return try refuseOrHeal(units[0], after: error) }
            for unit in units {
                if isCancelled() { return }
                try commitUnits([unit])
            }
            return
        }
        // The block is durable now. An error from here on ends the import, and commits nothing again.
        reporting.recordCommit(of: committed)
        albums.clearBlock()
        let staying = area.takeStayingReasons()
        for unit in units { try reportUnit(unit, staying: staying) }
        try verifier.noteStatesIfRoom(least: 256)
        removeFromPageCache(units, except: try makePreviews(of: units))
    }

    /// Returns the block that brings units into the library.
    private func changeBlock(of units: [ImportUnit]) throws -> ChangeBlock {
        let contents = BlockContents(units)
        var present: [String: [AssetRecord]] = [:]
        for burst in contents.burstIdentifiers {
            present[burst] = try library.records.burst(burst)
        }
        var mutations = contents.mutations(present: present)
        mutations += try albums.albumMutations(for: units, options: options)
        mutations.append(.recordFiles(contents.entries))
        return ChangeBlock(mutations, work: .imported, sourceID: source?.id)
    }

    /// Removes the pages of a committed block's copies from the system's cache, except those that are still read.
    private func removeFromPageCache(_ units: [ImportUnit], except read: Set<String>) {
        for staged in units.lazy.flatMap(\.staged) {
            guard staged.area != nil, !read.contains(staged.file.file) else { continue }
            library.pictures.removeFromPageCache(staged.file.file, byteCount: staged.file.byteCount)
        }
    }

    // MARK: Reports

    /// Reports a unit.
    ///
    /// `staying` has the reasons why files could not be removed after the commit, by their paths.
    private func reportUnit(_ unit: ImportUnit, staying: [URL: String] = [:]) throws {
        if unit.isFilling { reporting.countFilled() }
        guard let asset = unit.asset, !unit.isNote else { return }
        var isOriginal = unit.isCreation
        for file in unit.files {
            let isSidecar = file.outcome == .sidecar
            if let complaint = file.complaint {
                reporting.reportComplaint(about: file.file, reason: complaint, isSidecar: isSidecar)
            }
            if file.isChanged {
                reporting.reportChanged(
                    file.file,
                    isSidecar: isSidecar,
                    isRead: file.complaint == nil,
                    removed: file.edit?.removed ?? []
                )
            }
            if let edit = file.edit, !edit.conflicts.isEmpty {
                reporting.reportConflict(in: file.file, with: asset, edit: edit)
            }
            if let reason = file.stayingReason ?? staying[file.file.url] {
                reporting.reportStayed(file.file, reason: reason)
            }
            if unit.isHealing {
                reporting.reportHealed(file.file, in: asset)
            } else if isOriginal {
                reporting.reportImported(file.file, as: asset)
                if let checksum = file.checksum,
                    try library.originals.hasDeletedFile(ofChecksum: checksum, otherThan: asset)
                {
                    reporting.countEqualDeleted()
                }
            } else {
                reporting.reportJoined(file.file, to: asset)
            }
            isOriginal = false
        }
        for twin in unit.twins {
            try reportKnown(twin.file.file, of: asset, isInSourcesAlone: false)
        }
        catalogMembers.recordMemberships(unit.memberships, of: asset)
    }

    private func refuseOrHeal(_ unit: ImportUnit, after error: StoreError) throws {
        // Another process may have added the same bytes meanwhile.
        var presence = Presence.absent
        if !unit.isNote, let checksum = unit.files.first?.checksum {
            presence = try self.presence(of: checksum)
        }
        var twin: UUID?
        let isStaged = !unit.files.isEmpty && !unit.staged.isEmpty
        switch FailedCommit.Blame(presence, isCreation: unit.isCreation, isStaged: isStaged) {
        case .heal(let broken): return try commitHealing(of: broken, insteadOf: unit)
        case .duplicate(let asset): twin = asset
        case .refuse: break
        }
        for resource in unit.staged { dropStaged(resource) }
        // A unit that creates its photo lacks something else, such as an album.
        let isDeleted = error.code == .objectMissing && !unit.isCreation
        // Nothing else would say that words were left out. A photo that was deleted meanwhile needs none.
        if unit.isFilling, !isDeleted, unit.files.isEmpty, let file = unit.unreported.first {
            reporting.reportRefused(file.file.url, reason: error.message)
        }
        // The files of a note were reported before.
        guard !unit.isNote else { return }
        for file in unit.files + unit.twins.map(\.file) {
            if let twin {
                let isInSourcesAlone = presence.isInSourcesAlone
                try reportKnown(file.file, of: twin, isInSourcesAlone: isInSourcesAlone)
            } else {
                let reason = isDeleted ? Self.photoDeleted : error.message
                reporting.reportRefused(file.file, reason: reason)
            }
        }
        if let twin { catalogMembers.recordMemberships(unit.memberships, of: twin, isKnown: true) }
    }

    /// Commits a unit's original as the lost file of an asset, and drops the unit's other files.
    private func commitHealing(of broken: [HeldBytes.Broken], insteadOf unit: ImportUnit) throws {
        let staged = unit.staged[0]
        var healing = unit
        healing.work = .heal(
            broken[0].file.asset,
            try library.givenFiles.healings(of: broken, with: staged, verifier: verifier)
        )
        healing.files = [unit.files[0]]
        for resource in unit.staged.dropFirst() { dropStaged(resource) }
        healing.staged = [staged]
        healing.kept = []
        try commitUnits([healing])
    }
}

extension [ImportUnit] {
    /// The bytes that the units have added to the library's folder.
    fileprivate var byteCountOfCopies: Int64 {
        reduce(0) { sum, unit in
            unit.staged.reduce(sum) { $1.area == nil ? $0 : $0 + $1.file.byteCount }
        }
    }
}
