/// A folder of a source, given by the names from the top and their inodes.
package struct SourceFolderPath: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        package var name: String
        package var inode: Int64

        package init(name: String, inode: Int64) {
            self.name = name
            self.inode = inode
        }
    }

    package var sourceID: Int64
    package var topInode: Int64
    package var steps: [Step]
    /// The row of the folder, if it is known.
    package var folderID: Int64?

    package init(sourceID: Int64, topInode: Int64, steps: [Step], folderID: Int64? = nil) {
        self.sourceID = sourceID
        self.topInode = topInode
        self.steps = steps
        self.folderID = folderID
    }
}
