/// A wrong variant of one rule, which tests plant to show that it would be found.
///
/// Each was plausible to somebody. Only tests name these cases in a ``MergeRules`` value.
package enum RuleVariant: UInt8, CaseIterable, Sendable {
    // Stamps and registers
    case stampsIgnoreClass
    case stampsIgnoreMember
    case stampsCompareNumbers
    case firstArrivalStays
    case lastArrivalStays
    case equalStampsKeepFirst
    case maximumByStamp
    case timeIsOwnClock
    case classIsOwn
    // Sets of additions
    case removalsIgnored
    case removalsCoverAll
    case removalVectorsReplaced
    case coverageIsStrict
    case coverageIsOneTooMany
    case removalUsesLaterVector
    case removalOmitsOwnAdditions
    case moveAddsPhoto
    case presenceByStamp
    case earliestAdditionKept
    // Positions
    case positionsWithoutTag
    case positionsWithIndexFirst
    case positionMayBeginNext
    // The tree
    case circlesToRoot
    case circlesStay
    case circlesByIdentifier
    case overruledNotRewritten
    case fromIsRegister
    case deletionKillsUnseen
    case deletionKillsNone
    case deletionNamesChildren
    case orphansToRoot
    case renameRevivesFolder
    case grandchildrenSurvive
    // Assets
    case keptIgnored
    case keptMustLive
    case keptMayBeGone
    case purgeIsFinal
    case trashingRevives
    case fileValuesRevive
    case additionsDoNotRevive
    case restoringDoesNotRevive
    case filesDoNotRevive
    case revivalNotConfirmed
    case losingOriginalDropped
    case derivedIgnoresChecksum
    case olderFileHasRole
    case burstTiesByArrival
    case burstChoiceIgnored
    case burstChoiceMayBeGone
    // What is computed again
    case scopeForgetsKept
    case scopeForgetsMembers
    case scopeForgetsOldBurst
    case scopeForgetsDerived
    // Undo, conflicts, digests, graves
    case undoIgnoresStamp
    case conflictsOfSeenValues
    case conflictsMissLosers
    case digestHasGraves
    case gravesGoEarly
    case purgeLeavesDerived
}
