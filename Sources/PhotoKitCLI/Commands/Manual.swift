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

    func run() throws {
        let description = try JSONDecoder().decode(
            ProgramDescription.self,
            from: Data(PhotoKit._dumpHelp().utf8)
        )
        for page in ManualPage.pages(of: description.command, version: openPhotoKitVersion) {
            let file = URL(fileURLWithPath: folder).appendingPathComponent(page.name)
            do {
                try Data(page.text.utf8).write(to: file)
            } catch {
                throw CommandFailure(
                    .refused,
                    "\(file.path) cannot be written: \(error.localizedDescription) Name an existing folder in which you may write."
                )
            }
            Output.shared.line(file.path)
        }
    }
}
