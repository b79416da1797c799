/**
 * Access to files that are loaded or executed: in a directory that no other user of the machine can modify, written
 * atomically. Compiler and runtime share this module, so that each accepts the files of the other.
 *
 * <p>{@code UserCache} determines the location, {@code PrivateDirectory} creates, checks, reads and writes,
 * {@code PathCheck} is the check from the root down, {@code FileStamp} detects changes of a verified file,
 * {@code FileTree} compares and deletes. On systems without POSIX owners and modes, such as Windows, nothing is
 * checked; the user's own directories are private there.
 */
package io.graphkernel.common.files;
