import Foundation

/// All rigs, in the order of the table.
package enum Lab {
    package static let rigs: [any Rig] = [
        KillPointsRig(),
        RandomKillsRig(),
        PowerCutsRig(),
        DurabilityLintRig(),
        DiskFullRig(),
        InputOutputErrorsRig(),
        SoakRig(),
        ObserversRig(),
        NonInterferenceRig(),
        TokensRig(),
        ClocksRig(),
        DamagedLibrariesRig(),
        PathsRig(),
        ThreadsRig(),
        FuzzRig(),
        HabitsRig(),
    ]

    /// Runs one rig in a folder of its own.
    ///
    /// `count` takes the place of what the length asks for; after `limit` it stops with what it reached.
    package static func run(
        _ rig: any Rig,
        _ length: LabLength,
        count: Int? = nil,
        seed: UInt64,
        limit: Duration? = nil
    ) async -> RigResult {
        if let obstacle = rig.obstacle() {
            let report = RigReport(counts: [], skipped: [obstacle])
            return RigResult(rig: rig.name, seed: seed, seconds: 0, report: report)
        }
        let clock = ContinuousClock()
        let start = clock.now
        var result = RigResult(rig: rig.name, seed: seed, seconds: 0)
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent(
            "lab-\(rig.name)-\(UUID().uuidString)",
            isDirectory: true
        )
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            let count = count ?? rig.count(of: length)
            let order = RigOrder(
                length: length,
                count: count,
                seed: seed,
                folder: folder,
                deadline: limit.map { start + $0 }
            )
            var report = try await rig.run(order)
            if order.isOver, report.counts.first.map({ $0.number < count }) ?? true {
                report.skipped.append("the rest of \(count) \(rig.unit), when its time was over")
            }
            result.report = report
        } catch {
            result.failure = "\(error)"
        }
        result.seconds = (clock.now - start) / .seconds(1)
        // What a failure left behind helps to understand it.
        if result.isGood { try? manager.removeItem(at: folder) }
        return result
    }
}
