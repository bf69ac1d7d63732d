import Foundation
import Photos
import PhotosPaths
import TestPermits
import Testing

@Suite(.permit) struct SharedLocationTests {
    private func path(_ environment: [String: String], _ files: [String: String] = [:]) -> String {
        SharedLibraryFolder.url(environment: environment) { files[$0.path] }.path
    }

    @Test func `the environment variable names the library`() {
        #expect(
            path(["HOME": "/home/ada", "PHOTOKIT_LIBRARY": "/data/My.photolib"])
                == "/data/My.photolib"
        )
    }

    @Test func `an empty environment variable names nothing`() {
        #expect(
            path(["HOME": "/home/ada", "PHOTOKIT_LIBRARY": ""])
                == "/home/ada/Pictures/Photos Library.photolib"
        )
    }

    @Test func `the pictures folder of the user directories comes next`() {
        let file = """
            # written by xdg-user-dirs-update
            XDG_MUSIC_DIR="$HOME/Musik"
            XDG_PICTURES_DIR="$HOME/Bilder"
            """
        let files = ["/home/ada/.config/user-dirs.dirs": file]
        #expect(path(["HOME": "/home/ada"], files) == "/home/ada/Bilder/Photos Library.photolib")
    }

    @Test func `the configuration folder can stand elsewhere`() {
        let files = [
            "/etc/ada/user-dirs.dirs": "XDG_PICTURES_DIR=\"/srv/pictures\"\n",
            "/home/ada/.config/user-dirs.dirs": "XDG_PICTURES_DIR=\"$HOME/Wrong\"\n",
        ]
        let environment = ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"]
        #expect(path(environment, files) == "/srv/pictures/Photos Library.photolib")
    }

    @Test func `a relative configuration folder counts as none, as the specification says`() {
        let files = ["/home/ada/.config/user-dirs.dirs": "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n"]
        let environment = ["HOME": "/home/ada", "XDG_CONFIG_HOME": "config"]
        #expect(path(environment, files) == "/home/ada/Bilder/Photos Library.photolib")
    }

    @Test func `a variable for the pictures folder wins over the file`() {
        let files = ["/home/ada/.config/user-dirs.dirs": "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n"]
        let environment = ["HOME": "/home/ada", "XDG_PICTURES_DIR": "/mnt/photos"]
        #expect(path(environment, files) == "/mnt/photos/Photos Library.photolib")
    }

    @Test(arguments: [
        "", "XDG_PICTURES_DIR=Bilder\n", "XDG_PICTURES_DIR=\"Bilder\"\n",
        "#XDG_PICTURES_DIR=\"/x\"\n",
    ])
    func `a file that names no absolute folder leaves the default`(file: String) {
        let files = ["/home/ada/.config/user-dirs.dirs": file]
        #expect(path(["HOME": "/home/ada"], files) == "/home/ada/Pictures/Photos Library.photolib")
    }
}
