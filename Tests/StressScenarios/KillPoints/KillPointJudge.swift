import LibraryExercise

/// Decides what a library that a killed process left says about the promises.
struct KillPointJudge {
    enum Breach: String, CaseIterable, Sendable {
        /// A block that was acknowledged is not there.
        case lost
        /// A block is there in part.
        case partial
        /// Something is damaged or left over, or the library cannot be used.
        case unsound
    }

    let course: OperationCourse

    /// - Parameters:
    ///   - verdict: What the next process found.
    ///   - acknowledged: How many blocks the killed process had acknowledged.
    ///   - hasSource: Whether the file that was given away is still where it was.
    /// - Returns: what broke, with a sentence that follows a place.
    func breaches(
        _ verdict: LibraryVerdict,
        acknowledged: Int,
        hasSource: Bool
    ) -> [(Breach, String)] {
        var breaches: [(Breach, String)] = []
        if !verdict.findings.isEmpty { breaches.append((.unsound, "\(verdict.findings)")) }
        guard course.operation.isSteady else { return breaches }
        // Blocks that only tidy up leave the same rows, so the last state that fits counts.
        guard let reached = course.digests.lastIndex(of: verdict.digest) else {
            return breaches + [(.partial, "the rows are those of no block boundary")]
        }
        if !course.operation.isOpening {
            let isAcknowledged = course.digests[acknowledged] == verdict.digest
            let isNext =
                course.digests.indices.contains(acknowledged + 1)
                && course.digests[acknowledged + 1] == verdict.digest
            let counts = "\(acknowledged) blocks acknowledged, \(reached) there"
            if reached < acknowledged {
                breaches.append((.lost, counts))
            } else if !isAcknowledged, !isNext {
                breaches.append((.partial, counts))
            }
        }
        if course.operation == .importMoving, reached == 0, !hasSource {
            breaches.append((.lost, "the file that was given away is gone, and no asset has it"))
        }
        return breaches
    }
}
