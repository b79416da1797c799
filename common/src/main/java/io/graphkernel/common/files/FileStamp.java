package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Detection of writes to a file since its content was verified, at the cost of a directory lookup. It uses the time of
 * the last status change, which programs cannot set.
 */
public final class FileStamp {
    private FileStamp() {}

    /**
     * Returns a text that changes when the file is written, replaced or its permissions change.
     *
     * @throws IOException if the file does not exist
     */
    public static String of(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Object changed = PathCheck.applies(file)
                ? Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS)
                : attributes.creationTime();
        return attributes.size() + " " + attributes.lastModifiedTime() + " " + changed + " " + attributes.fileKey();
    }
}
