import Foundation
import PhotosStore

/// Committing the gathered units.
extension ImportRun {
    func commitBlock() throws {
        let units = block.units.filter { !refuseIfChanged($0) }
        block = ImportBlock()
        guard !units.isEmpty else { return }
        if options.isDryRun {
            for unit in units { try report(unit) }
        } else {
            try commit(units)
            try space.keep(units.byteCountOfCopies)
        }
    }

    /// Refuses a unit if the bytes of one of its files have changed since they were read: somebody still writes it.
    ///
    /// Nothing is recorded, so the next import reads the files.
    private func refuseIfChanged(_ unit: ImportUnit) -> Bool {
        guard !unit.isNote, unit.files.contains(where: \.file.hasChanged) else { return false }
        for resource in unit.staged { drop(resource) }
        for file in unit.files + unit.twins.map(\.file) {
            reporting.refused(file.file, Self.stillWritten)
        }
        return true
    }

    static let stillWritten =
        "A program still writes it, or a file that belongs to it. Import it again when that program has ended."

    private func commit(_ units: [ImportUnit], mayMakeRoom: Bool = true) throws {
        let releases = library.releases
        do {
            let contents = BlockContents(units)
            var present: [String: [AssetRecord]] = [:]
            for burst in contents.burstIdentifiers { present[burst] = try library.burst(burst) }
            var mutations = contents.mutations(present: present)
            for unit in units where !unit.twins.isEmpty {
                if let asset = unit.asset { albums.noteDuplicate(asset, options) }
            }
            let gathered = try albums.gather(units, options)
            mutations += gathered
            mutations.append(.recordFiles(contents.entries))
            let block = ChangeBlock(mutations, work: .imported, sourceID: source?.id)
            reporting.committed(try library.commit(block))
            albums.settle()
            let staying = area.takeStayingReasons()
            for unit in units { try report(unit, staying) }
            try verifier.noteStates(least: 256)
            removeFromPageCache(units, except: try makePreviews(of: units))
        } catch let error as StoreError {
            if error.code == .diskFull, !error.isUncertain, mayMakeRoom {
                albums.forget()
                guard try space.makeRoom(for: 0, in: library, since: releases) else { throw error }
                return try commit(units, mayMakeRoom: false)
            }
            let decision = FailedCommit(error, units: units.count)
            if decision == .end { throw error }
            albums.forget()
            if decision == .blame { return try blame(units[0], error) }
            for unit in units {
                if isCancelled() { return }
                try commit([unit])
            }
        }
    }

    /// Removes the pages of a committed block's copies from the system's cache, except those that are still read.
    private func removeFromPageCache(_ units: [ImportUnit], except read: Set<String>) {
        for staged in units.lazy.flatMap(\.staged) {
            guard staged.area != nil, !read.contains(staged.file.file) else { continue }
            library.removeFromPageCache(staged.file.file, byteCount: staged.file.byteCount)
        }
    }

    // MARK: Reports

    /// Reports a unit.
    ///
    /// `staying` has the reasons why files could not be removed after the commit, by their paths.
    private func report(_ unit: ImportUnit, _ staying: [URL: String] = [:]) throws {
        guard let asset = unit.asset, !unit.isNote else { return }
        var isOriginal = unit.isCreation
        for file in unit.files {
            let isSidecar = file.outcome == .sidecar
            if let complaint = file.complaint {
                reporting.complaint(file.file, complaint, isSidecar: isSidecar)
            }
            if file.isChanged {
                reporting.changed(file.file, isSidecar: isSidecar, file.edit?.removed ?? [])
            }
            if let edit = file.edit, !edit.conflicts.isEmpty {
                reporting.conflict(file.file, asset, edit)
            }
            if let reason = file.stayingReason ?? staying[file.file.url] {
                reporting.stayed(file.file, reason)
            }
            if unit.isHealing {
                reporting.healed(file.file, asset)
            } else if isOriginal {
                reporting.imported(file.file, asset)
                if let checksum = file.checksum,
                    try library.hasDeletedFile(ofChecksum: checksum, otherThan: asset)
                {
                    reporting.equalDeleted()
                }
            } else {
                reporting.joined(file.file, asset)
            }
            isOriginal = false
        }
        for twin in unit.twins {
            try reportKnown(twin.file.file, of: asset, isInSourcesAlone: false)
        }
        catalogMembers.note(unit.memberships, of: asset)
    }

    private func blame(_ unit: ImportUnit, _ error: StoreError) throws {
        // Another process may have added the same bytes meanwhile.
        let held =
            try options.duplicates == .keep || unit.isNote
            ? nil : unit.files.first?.checksum.flatMap { try heldBytes($0) }
        let verdict = FailedCommit.blame(
            isCreation: unit.isCreation,
            isStaged: !unit.files.isEmpty && !unit.staged.isEmpty,
            assets: held?.assets ?? [],
            hasBroken: held?.broken.isEmpty == false
        )
        var twin: UUID?
        switch verdict {
        case .heal: return try heal(held?.broken ?? [], insteadOf: unit)
        case .duplicate(let asset): twin = asset
        case .refuse: break
        }
        for resource in unit.staged { drop(resource) }
        for file in unit.files + unit.twins.map(\.file) {
            if let twin, let held {
                try reportKnown(file.file, of: twin, isInSourcesAlone: held.isInSourcesAlone)
            } else {
                reporting.refused(file.file, error.message)
            }
        }
        if let twin { catalogMembers.note(unit.memberships, of: twin, isKnown: true) }
    }

    /// Commits a unit's original as the lost file of an asset, and drops the unit's other files.
    private func heal(_ broken: [HeldBytes.Broken], insteadOf unit: ImportUnit) throws {
        let staged = unit.staged[0]
        var healing = unit
        healing.work = .heal(
            broken[0].file.asset,
            try library.healings(broken, with: staged, verifier)
        )
        healing.files = [unit.files[0]]
        for resource in unit.staged.dropFirst() { drop(resource) }
        healing.staged = [staged]
        healing.kept = []
        try commit([healing])
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
