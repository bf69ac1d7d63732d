// `import OpenPhotoKit` also imports Apple's API.
@_exported public import Photos

// Imports, sources and exports, with their events and results.
@_exported public import enum PhotosImport.LibraryExport
@_exported public import enum PhotosImport.LibraryImport
@_exported public import struct PhotosImport.LibrarySource
