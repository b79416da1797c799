package io.graphkernel.processor.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Data of each class on a page, unpacked as its scripts do. */
public final class ShownPage {

    private final String page;

    /** Reads the page of a report directory. */
    public ShownPage(Path report) throws IOException {
        page = Files.readString(report.resolve(ModuleReport.PAGE));
    }

    /** Returns the data of each class, as JSON. */
    public List<String> data() throws IOException {
        return scripts("data");
    }

    /** Returns the generated sources of each class, as JSON. */
    List<String> texts() throws IOException {
        return scripts("texts");
    }

    private List<String> scripts(String kind) throws IOException {
        Matcher matcher = Pattern.compile("<script type=\"application/gzip\" class=\"" + kind + "\">(.*?)</script>")
                .matcher(page);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(unpacked(Base64.getDecoder().decode(matcher.group(1))));
        }
        return found;
    }

    static String unpacked(byte[] compressed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
