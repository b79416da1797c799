package io.graphkernel.processor.incremental;

import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;

/**
 * All that a compilation gives for a class, as the build cache keeps it.
 *
 * @param summary what the success note counts
 * @param files what goes into the jar
 * @param report the files of the report
 */
public record KeptClass(Summary summary, ClassFiles files, SortedMap<String, byte[]> report) {

    /**
     * What the success note counts, in words.
     *
     * @param methods how many, such as "2 methods"
     * @param ops how many
     * @param launches how many
     * @param leftOut the targets, and the chips of others, without kernels: each is a note of its own
     */
    public record Summary(String methods, String ops, String launches, List<LeftOut> leftOut) {
        public Summary {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * Writes the files of a class that has no constant tensors.
     *
     * @param element because of which they are written
     * @param directory of the report
     * @param filer of javac
     * @throws IOException if one cannot be written
     */
    public void write(TypeElement element, ReportDirectory directory, Filer filer) throws IOException {
        directory.restore(report);
        directory.writeManifestPath(files.write(filer, element, List.of()));
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(fast(bytes))) {
            for (String word : List.of(summary.methods(), summary.ops(), summary.launches())) {
                out.writeUTF(word);
            }
            out.writeInt(summary.leftOut().size());
            for (LeftOut each : summary.leftOut()) {
                for (String word : List.of(each.target(), each.method(), each.op(), each.reason())) {
                    out.writeUTF(word);
                }
            }
            Map<String, byte[]> sources = new LinkedHashMap<>();
            files.sources().forEach((name, text) -> sources.put(name, ClassFiles.utf8(text)));
            for (Map<String, byte[]> part : List.of(sources, files.resources(), report)) {
                write(part, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static KeptClass of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
            String methods = in.readUTF();
            String ops = in.readUTF();
            String launches = in.readUTF();
            List<LeftOut> leftOut = new ArrayList<>();
            for (int rest = in.readInt(); rest > 0; rest--) {
                leftOut.add(new LeftOut(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF()));
            }
            Summary summary = new Summary(methods, ops, launches, leftOut);
            Map<String, String> sources = new LinkedHashMap<>();
            read(in).forEach((name, text) -> sources.put(name, new String(text, StandardCharsets.UTF_8)));
            return new KeptClass(summary, new ClassFiles(sources, new TreeMap<>(read(in))), new TreeMap<>(read(in)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reports are megabytes of text, which shrink to a tenth at any level. */
    private static OutputStream fast(OutputStream out) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        return new DeflaterOutputStream(out, deflater) {
            @Override
            public void close() throws IOException {
                super.close();
                deflater.end();
            }
        };
    }

    private static void write(Map<String, byte[]> part, DataOutputStream out) throws IOException {
        out.writeInt(part.size());
        for (Map.Entry<String, byte[]> file : part.entrySet()) {
            out.writeUTF(file.getKey());
            out.writeInt(file.getValue().length);
            out.write(file.getValue());
        }
    }

    private static Map<String, byte[]> read(DataInputStream in) throws IOException {
        Map<String, byte[]> part = new LinkedHashMap<>();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            part.put(in.readUTF(), in.readNBytes(in.readInt()));
        }
        return part;
    }
}
