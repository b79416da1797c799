package io.graphkernel.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Tells whether a file has been written since its content was verified, at the cost of a look at the directory. The system sets
 * the time of the last change of status, which no program can set back.
 */
public final class FileStamp {
    private FileStamp() {}

    /**
     * A text that differs once the file has been written, replaced or given other rights.
     *
     * @throws IOException if there is no such file
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
