public import Foundation
import PhotosMedia

/// The program `photokit-serve`, which shows the library's page and the picker in a browser.
public enum ServeProgram {
    /// The name of the program.
    public static let name = "photokit-serve"
    /// The environment variable with the path of another program.
    public static let variable = "PHOTOKIT_SERVE"

    /// A sentence about the missing program that says what to do.
    public static let missing =
        "The program photokit-serve was not found. Install it with Scripts/install-photokit, or name its path in PHOTOKIT_SERVE."

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
