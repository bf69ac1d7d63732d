public import Foundation
public import Photos

// Earlier names, for programs that use them.

extension SystemFacts {
    /// The earlier name of `folderProblem`.
    @available(*, deprecated, renamed: "folderProblem")
    public var placeProblem: String? { folderProblem }
}

extension PHPhotoLibrary {
    /// The earlier name of `folderProblem(at:)`.
    @available(*, deprecated, renamed: "folderProblem(at:)")
    public static func placeProblem(at url: URL) -> String? { folderProblem(at: url) }
}

extension LibraryProblem {
    /// The earlier name of `unsuitableFolder`.
    @available(*, deprecated, renamed: "unsuitableFolder")
    public static var unsuitablePlace: LibraryProblem { .unsuitableFolder }
}

extension LibraryCheckReport.Finding {
    /// The earlier name of `subject`.
    @available(*, deprecated, renamed: "subject")
    public var place: String { subject }
}

extension LibraryHealReport.HealedFile {
    /// The earlier name of `searchedURL`.
    @available(*, deprecated, renamed: "searchedURL")
    public var place: URL { searchedURL }
}

extension PropertyValue {
    /// The earlier name of `position`.
    @available(*, deprecated, renamed: "position")
    public static var place: PropertyValue { .position }
}

extension WorkerFacts {
    /// The earlier name of `sandboxParts`.
    @available(*, deprecated, renamed: "sandboxParts")
    public var walls: [String: String] { sandboxParts }

    /// The earlier name of `missingSandboxParts`.
    @available(*, deprecated, renamed: "missingSandboxParts")
    public var missingWalls: [String: String] { missingSandboxParts }
}
