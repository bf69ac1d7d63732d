import PhotosBase

/// Forgetting remotes.
extension LibraryRemotes {
    /// The consequences of forgetting a remote for the files that left this disk.
    package struct ForgettingPlan: Hashable, Sendable {
        package var parting: RemoteParting
        /// Why the remote did not answer, as a sentence; nil if it answered, or had nothing.
        ///
        /// Then nobody knows whether it has the files that count as lost.
        package var silence: String?
        /// The rows of the resources whose files left, and the remotes that are said to have each checksum.
        fileprivate var rows: [Int64]
        fileprivate var stored: [[UInt8]: Set<Int64>]

        /// Whether more is given up, or less is known, than by an earlier plan.
        fileprivate func isWorse(than plan: ForgettingPlan) -> Bool {
            (silence != nil && plan.silence == nil)
                || !Set(parting.lost).isSubset(of: plan.parting.lost)
        }
    }

    /// Finds out what would be given up if a remote were forgotten for good, and changes no remote.
    ///
    /// - Parameter remote: The remote, which is asked.
    /// - Returns: The plan.
    /// - Throws: ``StoreError`` with code `changeNotSupported` if the remote shows files that no other one has.
    package func planForgetting(_ remote: RemoteRow) throws -> ForgettingPlan {
        let plan = try forgettingPlan(without: remote, givingUpLost: true)
        try Self.checkShowsNothing(plan.parting, in: remote)
        return plan
    }

    /// Removes a remote from the library; what the place has stays there.
    ///
    /// With `givingUpLost` files may be given up that no remote has any more. From then on, a check names them as missing,
    /// and an import or a repair brings them back.
    ///
    /// A rule for space that asks for more remotes than are left ends. No file could leave by it, and imports would fail.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - givingUpLost: Whether files are given up that nobody has.
    ///   - agreed: The losses that somebody agreed to; nil where nobody was asked.
    /// - Returns: The consequences for the files that left this disk, why the remote did not answer, and the rule that
    ///   ended.
    /// - Throws: ``StoreError``. The code is `changeNotSupported` if files may be in this remote alone. With
    ///   `givingUpLost`, this is the code if the remote shows such files, or if more would be given up than was agreed to.
    @discardableResult
    package func forgetRemote(
        _ remote: RemoteRow,
        givingUpLost: Bool = false,
        agreed: ForgettingPlan? = nil
    ) throws -> (plan: ForgettingPlan, endedRule: SpaceRule?) {
        let plan = try forgettingPlan(without: remote, givingUpLost: givingUpLost)
        let (parting, left, stored) = (plan.parting, plan.rows, plan.stored)
        if givingUpLost {
            try Self.checkShowsNothing(parting, in: remote)
        } else {
            try Self.checkOthersHave(parting, stored: stored, besides: remote)
        }
        if let agreed, plan.isWorse(than: agreed) {
            throw StoreError(
                .changeNotSupported,
                "More files would be given up now than you were asked about, or the remote \(remote.name) does not answer any more. Nothing was changed. Forget it again."
            )
        }
        let endedRule = try core.usingReserve {
            try core.write { db in
                let ledger = ElsewhereLedger(db)
                guard try ledger.leftRows() == left,
                    try ledger.storedRemotesOfLeftFiles() == stored
                else {
                    throw StoreError(
                        .changeNotSupported,
                        "Files left this disk, or were sent, while the remotes were asked. Forget the remote \(remote.name) again."
                    )
                }
                if givingUpLost { try ledger.noteReturned(parting.lost.map(\.resource)) }
                let only = try ledger.leftWithout(remote.id)
                guard only.count == 0 else { throw Self.onlyIn(remote, count: only.count) }
                let remotes = RemoteLedger(db)
                try remotes.delete(remote.id)
                guard let rule = try ledger.rule(), try remotes.remotes().count < rule.copies
                else { return SpaceRule?.none }
                try ledger.set(nil)
                return rule
            }
        }
        try settleUploads()
        return (plan, endedRule)
    }

    private func forgettingPlan(
        without remote: RemoteRow,
        givingUpLost: Bool
    ) throws -> ForgettingPlan {
        try core.requireEverything("use the library's remotes")
        try settleReturnedFiles()
        // A remote may have what counts as lost there, because somebody put it back.
        try noteReturnedObjects()
        let (left, stored, proved) = try core.readAll { db in
            let ledger = ElsewhereLedger(db)
            return (
                try ledger.leftRows(), try ledger.storedRemotesOfLeftFiles(),
                try ledger.storedRemotesOfLeftFiles(areProved: true)
            )
        }
        let files = try records.resources(left).map { resource in
            RemoteParting.File(
                resource: resource.rowID,
                asset: resource.assetID,
                object: RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount),
                name: resource.filename
            )
        }
        let looks = try answers(to: files, stored, without: remote, askingIt: givingUpLost)
        let parting = RemoteParting(
            files,
            stored: stored,
            without: remote.id,
            answers: looks.answers,
            proved: proved,
            isLastResort: givingUpLost
        )
        return ForgettingPlan(
            parting: parting,
            silence: looks.silence,
            rows: left,
            stored: stored
        )
    }

    /// Asks remotes for files that left.
    ///
    /// Rows may say that another remote has a file which it lost since, so each is asked. The remote that is to be forgotten is
    /// asked for the files alone: if its marker is gone, or another copy's, it still has them.
    private func answers(
        to files: [RemoteParting.File],
        _ stored: [[UInt8]: Set<Int64>],
        without forgotten: RemoteRow,
        askingIt: Bool
    ) throws -> (answers: [Int64: Set<RemoteObject>], silence: String?) {
        var (answers, silence): ([Int64: Set<RemoteObject>], String?) = ([:], nil)
        for remote in try all() where askingIt || remote.id != forgotten.id {
            let objects = Set(files.map(\.object)).filter {
                stored[$0.checksum]?.contains(remote.id) == true
            }
            guard !objects.isEmpty else { continue }
            do {
                let isForgotten = remote.id == forgotten.id
                answers[remote.id] =
                    try lookForObjects(Array(objects), in: remote, checkingPlace: !isForgotten)
                    .objects
            } catch let failure as ObjectTransferFailure {
                if case .cancelled = failure { throw StoreError(.cancelled, "This was cancelled.") }
                if remote.id == forgotten.id { silence = failure.sentence }
            }
        }
        return (answers, silence)
    }

    /// Throws if files are in a remote alone, or may be.
    private static func checkOthersHave(
        _ parting: RemoteParting,
        stored: [[UInt8]: Set<Int64>],
        besides remote: RemoteRow
    ) throws {
        // The remote itself was not asked, so what others lack counts as lost.
        let only = (parting.unanswered + parting.lost).filter {
            stored[$0.object.checksum]?.contains(remote.id) ?? true
        }
        let known = only.filter { stored[$0.object.checksum]?.isEmpty ?? true }.amount.count
        guard only.isEmpty else {
            throw onlyIn(remote, count: only.amount.count - known, lost: known)
        }
    }

    /// Says why a remote stays.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - count: The number of files that may be there alone.
    ///   - lost: The number of files that are known to be in no remote.
    /// - Returns: An error.
    static func onlyIn(_ remote: RemoteRow, count: Int, lost: Int = 0) -> StoreError {
        var sentences: [String] = []
        if count > 0 {
            let (files, them) = count == 1 ? ("file", "it") : ("files", "them")
            sentences.append(
                "\(count) \(files) of the library may be in the remote \(remote.name) alone: no other remote that has given \(them) back shows \(them) now. Run `photokit remote fetch --all` first, or connect and sync another remote."
            )
        }
        if lost > 0 {
            sentences.append(
                lost == 1
                    ? "1 file left this disk, and no remote had it at the last look. `photokit check` names it, and says how it comes back."
                    : "\(lost) files left this disk, and no remote had them at the last look. `photokit check` names them, and says how they come back."
            )
        }
        let gone = count > 0 ? "If the remote is gone for good" : "To forget the remote"
        sentences.append(
            "\(gone), `photokit remote forget \(ShellWord.operand(remote.name, "--lost"))` gives up what nobody has."
        )
        return StoreError(.changeNotSupported, sentences.joined(separator: " "))
    }

    /// Throws if a remote shows files that no other one has.
    private static func checkShowsNothing(_ parting: RemoteParting, in remote: RemoteRow) throws {
        let count = parting.shown.amount.count
        guard count > 0 else { return }
        throw StoreError(
            .changeNotSupported,
            "The remote \(remote.name) shows \(count) \(count == 1 ? "file" : "files") that no other one has, so nothing was given up. Run `photokit remote fetch --all` first."
        )
    }
}
