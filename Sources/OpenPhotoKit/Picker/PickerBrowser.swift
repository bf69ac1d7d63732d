import Foundation
import PhotosBase
import PhotosMedia

/// Opens the page in the person's browser.
enum PickerBrowser {
    /// Returns why no browser can be opened; nil where one can be tried.
    static func problem(_ environment: [String: String]) -> String? {
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains {
            environment[$0]?.isEmpty == false
        }
        guard hasScreen else {
            return
                "There is no screen: neither DISPLAY, WAYLAND_DISPLAY nor BROWSER is set. Ask in a session with a screen, or set addressHandler and open the address yourself."
        }
        guard program(environment) != nil else {
            return
                "The program xdg-open, which opens the browser, was not found. Install the package xdg-utils, or set addressHandler and open the address yourself."
        }
        return nil
    }

    /// Starts the browser.
    ///
    /// - Parameters:
    ///   - address: The page.
    ///   - environment: The environment of the browser.
    ///   - onProblem: Called at most once, on any thread, with a sentence about why no browser came.
    static func open(
        _ address: URL,
        _ environment: [String: String],
        onProblem: @escaping @Sendable (String) -> Void
    ) {
        if let problem = problem(environment) { return onProblem(problem) }
        guard let path = program(environment) else { return }
        let process = try? ChildProcess.start(
            path,
            [address.absoluteString],
            environment: environment,
            descriptors: [-1, -1, -1]
        )
        // Some browsers keep xdg-open running, so only a failure is a result.
        Thread.detachNewThread {
            if process?.awaitEnd() != 0 {
                onProblem(
                    "The browser cannot be opened: xdg-open failed. Choose a browser with xdg-settings, or set addressHandler and open the address yourself."
                )
            }
        }
    }

    private static func program(_ environment: [String: String]) -> String? {
        InstalledProgram.pathCandidates(of: "xdg-open", environment: environment)
            .first(where: InstalledProgram.isProgram)
    }
}
