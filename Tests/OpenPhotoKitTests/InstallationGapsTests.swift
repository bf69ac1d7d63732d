import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// What an installation lacks, and the command that brings it.
@Suite(.permit) struct InstallationGapsTests {
    @Test func `the origin is known by the path of the program`() {
        #expect(InstallationGaps.Origin(program: "/usr/bin/photokit") == .packages)
        for path in ["/usr/local/bin/photokit", "/home/ann/.local/bin/photokit", nil] {
            #expect(InstallationGaps.Origin(program: path) == .source)
        }
    }

    @Test func `nothing missing needs no command`() {
        for origin in [InstallationGaps.Origin.packages, .source] {
            let gaps = InstallationGaps(origin: origin)
            #expect(gaps.command == nil && gaps.names.isEmpty && gaps.commandFolder == nil)
        }
    }

    @Test func `packages come from our files and Debian's archive in one command`() {
        let gaps = InstallationGaps(
            origin: .packages,
            parts: [.server, .transfer, .browser],
            libraries: ["libexiv2.so.27", "libvips.so.42"]
        )
        #expect(
            gaps.command
                == "sudo apt install ./openphotokit-server_*.deb ./openphotokit-remotes_*.deb xdg-utils libexiv2-27 libvips42"
        )
        #expect(gaps.commandFolder == "in the folder with the package files")
        #expect(
            gaps.names == [
                "photokit-serve", "photokit-transfer", "xdg-open", "libexiv2.so.27",
                "libvips.so.42",
            ]
        )
        #expect(gaps.sentences.first == "photokit-serve: no page in the browser")
        #expect(gaps.sentences.count == 5)
    }

    @Test func `a package whose files are gone is installed again, once`() {
        let gaps = InstallationGaps(origin: .packages, parts: [.media, .decoders])
        #expect(gaps.command == "sudo apt install --reinstall ./openphotokit_*.deb")
    }

    @Test func `a library that we do not link is left to apt`() {
        let gaps = InstallationGaps(origin: .packages, libraries: ["libde265.so.0"])
        #expect(gaps.command == "sudo apt --fix-broken install" && gaps.commandFolder == nil)
    }

    @Test func `from source, the script brings all but the programs of others`() {
        let all = InstallationGaps(
            origin: .source,
            parts: [.server, .browser],
            libraries: ["libvips.so.42"]
        )
        #expect(all.command == "Scripts/install-photokit && sudo apt install xdg-utils")
        #expect(all.commandFolder == "in a clone of OpenPhotoKit")
        let browser = InstallationGaps(origin: .source, parts: [.browser])
        #expect(browser.command == "sudo apt install xdg-utils" && browser.commandFolder == nil)
    }

    @Test(arguments: [
        ("libvips.so.42", "libvips42"), ("libavformat.so.59", "libavformat59"),
        ("libexiv2.so.27", "libexiv2-27"), ("libsqlite3.so.0", "libsqlite3-0"),
        ("libglib-2.0.so.0", "libglib2.0-0"), ("libjpeg.so.62", "libjpeg62-turbo"),
        ("libjpeg.so.8", "libjpeg8"), ("libarchive.so.13", "libarchive13"),
    ])
    func `Debian's package of a library follows from its name`(_ library: String, _ name: String) {
        #expect(InstallationGaps.debianPackage(of: library) == name)
    }

    @Test func `what the loader does not find is read from its list`() {
        let list = """
            \tlinux-vdso.so.1 (0x00007ffe2d5f0000)
            \tlibvips.so.42 => not found
            \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c2a000000)
            \tlibexiv2.so.27 => not found
            \t/lib64/ld-linux-x86-64.so.2 (0x00007f1c2a400000)
            """
        #expect(
            InstallationGaps.missingLibraries(in: list) == ["libvips.so.42", "libexiv2.so.27"]
        )
        #expect(InstallationGaps.debianPackage(of: "libde265.so.0") == nil)
        #expect(InstallationGaps.debianPackage(of: "not found") == nil)
    }
}
