import Foundation
import OpenPhotoKit
import PhotosBase

/// Prints remotes.
struct RemoteTable {
    let json: Bool

    func showRemotes(_ remotes: [LibraryRemote]) {
        guard !json else {
            for remote in remotes {
                Output.shared.writeLine(
                    .object([
                        ("identifier", JSON(remote.identifier)), ("name", JSON(remote.name)),
                        ("address", JSON(remote.address)), ("addedDate", JSON(remote.addedDate)),
                        ("proofDays", JSON(remote.proofDays)),
                        ("takesSources", JSON(remote.takesSources)),
                        ("keyFile", JSON(remote.encryptionKeyURL?.path)),
                        ("databaseDate", JSON(remote.databaseDate)),
                    ])
                )
            }
            return
        }
        var table = Table(columns: [
            Table.Column(title: "NAME"), Table.Column(title: "ADDRESS", fitting: .wrapped),
            Table.Column(title: "LAST COPY OF THE DATABASE"),
        ])
        for remote in remotes {
            table.addRow(cells: [
                Table.Cell(remote.name),
                Table.Cell(
                    remote.address + (remote.encryptionKeyURL == nil ? "" : " (encrypted)")
                ),
                ShownDate(remote.databaseDate).cell,
            ])
        }
        table.print()
        if remotes.isEmpty { Output.shared.writeSentence("The library has no remotes.") }
    }
}
