import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit manual`, which the installation script runs.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Writes the manual pages into a folder.",
        shouldDisplay: false
    )

    @Argument(help: ArgumentHelp("The folder, which must exist.", valueName: "folder"))
    var folder: String

    func validate() throws { try PathArgument.checkPaths([folder]) }

    func run() throws {
        let description = try JSONDecoder().decode(
            ProgramDescription.self,
            from: Data(PhotoKit._dumpHelp().utf8)
        )
        for page in ManualPage.manualPages(of: description.command, version: openPhotoKitVersion) {
            let file = URL(fileURLWithPath: folder).appendingPathComponent(page.name)
            let output = OutputFile(file)
            // The person named the folder alone, so only earlier pages of this program are replaced.
            guard !output.exists || isPage(file) else {
                throw CommandFailure(
                    .refused,
                    "\(file.path) is not a manual page of photokit, and is not replaced. Move it away, or name another folder."
                )
            }
            try output.writeData(Data(page.text.utf8))
            Output.shared.writeLine(file.path)
        }
    }

    private func isPage(_ file: URL) -> Bool {
        guard OutputFile(file).isRegular, let text = try? String(contentsOf: file, encoding: .utf8)
        else { return false }
        return ManualPage.isPage(text)
    }
}
