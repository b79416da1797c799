/**
 * Files that are loaded or executed: in a directory that no other user of the machine can change, written whole or not at
 * all. The compiler and the run time share this module, so that what one makes the other accepts.
 *
 * <p>{@code UserCache} says where, {@code PrivateDirectory} makes, checks, reads and writes, {@code PathCheck} is the check
 * from the root down, {@code FileStamp} notices that a verified file has changed, {@code FileTree} compares
 * and deletes. On systems without POSIX owners and modes, such as Windows, nothing is checked; the user's own directories are
 * closed to others there.
 */
package io.graphkernel.files;
