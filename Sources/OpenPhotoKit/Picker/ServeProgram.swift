public import Foundation
import PhotosMedia

/// The program `photokit-serve`, which shows the library's page and the picker in a browser.
public enum ServeProgram {
    /// The name of the program.
    public static let name = "photokit-serve"
    /// The environment variable with the path of another program.
    public static let variable = "PHOTOKIT_SERVE"

    /// The environment variable with the version of the program that starts this one.
    public static let callerVariable = "PHOTOKIT_CALLER_VERSION"

    /// A sentence about the missing program that says what to do.
    public static let missing =
        "The program photokit-serve was not found. Install the package openphotokit-server, or run Scripts/install-photokit in a clone. PHOTOKIT_SERVE names another path."

    /// Returns a sentence for `photokit-serve` where a program of another version has started it, as after half an update.
    ///
    /// - Parameter environment: The environment with ``callerVariable``.
    /// - Returns: What is wrong and what to do; nil if both are of one version, or if the caller's is unknown.
    public static func mismatch(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard let caller = environment[callerVariable], caller != openPhotoKitVersion else {
            return nil
        }
        return
            "This server is of version \(openPhotoKitVersion), and the program that started it of version \(caller). Install all programs of one version, and start that program again."
    }

    /// Returns the path of the program; nil where there is none.
    ///
    /// - Parameter environment: The environment with `PATH` and `PHOTOKIT_SERVE`.
    /// - Returns: The path, or nil.
    public static func path(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        candidates(environment: environment, program: InstalledProgram.running())
            .first(where: InstalledProgram.isProgram)
    }

    /// Returns the paths to try; the first one with a program wins.
    ///
    /// If the variable is set, only its path counts. Otherwise the paths beside the running program come first, then those
    /// in `PATH`, as for `photokit-media`.
    ///
    /// - Parameters:
    ///   - environment: The environment with `PATH` and `PHOTOKIT_SERVE`.
    ///   - program: The path of the running program; nil where it is unknown.
    /// - Returns: Absolute paths, in the order of preference.
    public static func candidates(environment: [String: String], program: String?) -> [String] {
        if let named = environment[variable] { return [named] }
        return InstalledProgram.paths(of: name, environment: environment, program: program)
    }
}
