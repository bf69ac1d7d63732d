import ArgumentParser
import OpenPhotoKit

/// The command `photokit`.
struct PhotoKit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photokit",
        abstract: "Manages a photo library on Linux.",
        discussion: """
            The option --library selects the library. Without it, the environment variable PHOTOKIT_LIBRARY selects \
            the library. The default is "Photos Library.photolib" in your pictures folder. Create a library first \
            with "photokit init".

            EXAMPLES:
              photokit init
              photokit import ~/DCIM
              photokit ls --where "duration > 60" --sort creationDate:desc
              photokit favorite 3F2A81C0
              photokit changes --since $(cat last-token)

            EXIT CODES:
              0  done
              1  a file, a photo or a change was refused, or a check found a problem
              2  wrong usage or input
              3  the library cannot be opened
              4  the change token cannot be used
              5  the disk is full or failing, or the library stayed locked
              6  the program photokit-media, which reads files, is missing or does not work
              7  a person was asked, and said no, cancelled or did not answer; or pressed Ctrl-C
              8  a remote cannot be reached or used
            """,
        version: VersionText.firstLine,
        subcommands: [Manual.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Library",
                subcommands: [
                    Initialize.self, Doctor.self, Check.self, Backup.self, Settings.self,
                    Places.self, Access.self,
                ]
            ),
            CommandGroup(
                name: "Photos",
                subcommands: [
                    Import.self, Facts.self, List.self, Search.self, Show.self, Thumb.self,
                    ContactSheet.self, Previews.self, Duplicates.self, Export.self, Edit.self,
                    Favorite.self, Unfavorite.self,
                    Hide.self, Unhide.self, Delete.self, Restore.self, Purge.self,
                ]
            ),
            CommandGroup(name: "Page", subcommands: [ServeCommand.self, Open.self, Pick.self]),
            CommandGroup(name: "Sources", subcommands: [Source.self, Watch.self]),
            CommandGroup(name: "Remotes", subcommands: [Remote.self, Uploads.self]),
            CommandGroup(name: "Albums", subcommands: [Albums.self, Album.self, Folder.self]),
            CommandGroup(
                name: "History",
                subcommands: [Token.self, Changes.self, Undo.self, History.self]
            ),
        ]
    )

    @OptionGroup var options: LibraryOptions
}
