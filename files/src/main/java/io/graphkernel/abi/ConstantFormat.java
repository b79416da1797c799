package io.graphkernel.abi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of a class's constant tensors: a table, and then the elements of each, little-endian and row by row. It lies next
 * to the class file and the graphs, where a compiler finds it in a jar, too. Those of a model have names.
 */
public final class ConstantFormat {
    /** What the file is called after the name of the class. */
    public static final String SUFFIX = ".gkc";

    /** Where the elements of a tensor begin is a multiple of this. */
    public static final int ALIGNMENT = 64;

    private static final byte[] MAGIC = "GKCONST2".getBytes(StandardCharsets.US_ASCII);

    /**
     * A tensor. Tensors of the same bytes have the same place.
     *
     * @param sha256 of its bytes, in hexadecimal
     * @param dtype as in graphs, such as {@code f32}
     * @param dims its dims
     * @param offset where its bytes begin, from the first byte after the table
     * @param bytes how many there are
     */
    public record Entry(String sha256, String dtype, List<Long> dims, long offset, long bytes) {}

    /**
     * What the file begins with.
     *
     * @param entries the tensors of the class
     * @param names the numbers of those that have names in a model, by name
     */
    public record Table(List<Entry> entries, Map<String, Integer> names) {

        public Table {
            entries = List.copyOf(entries);
            names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
        }

        /** The bytes of all tensors, which follow the table. */
        public long dataBytes() {
            return entries.stream()
                    .mapToLong(entry -> entry.offset() + entry.bytes())
                    .max()
                    .orElse(0);
        }
    }

    private ConstantFormat() {}

    /**
     * The next place where the elements of a tensor may begin.
     *
     * @param position a number of bytes
     */
    public static long aligned(long position) {
        return position + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /**
     * The table at the start of a file.
     *
     * @param table the tensors of the class
     * @return a multiple of {@link #ALIGNMENT} bytes
     */
    public static byte[] bytes(Table table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeInt(table.entries().size());
            for (Entry entry : table.entries()) {
                out.writeUTF(entry.sha256());
                out.writeUTF(entry.dtype());
                out.writeByte(entry.dims().size());
                for (long dim : entry.dims()) {
                    out.writeLong(dim);
                }
                out.writeLong(entry.offset());
                out.writeLong(entry.bytes());
            }
            out.writeInt(table.names().size());
            for (Map.Entry<String, Integer> name : table.names().entrySet()) {
                byte[] text = name.getKey().getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
                out.writeInt(name.getValue());
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory takes all bytes", e);
        }
        int head = MAGIC.length + Integer.BYTES;
        byte[] file = Arrays.copyOf(MAGIC, (int) aligned(head + bytes.size()));
        int length = file.length - head;
        for (int i = 0; i < Integer.BYTES; i++) {
            file[MAGIC.length + i] = (byte) (length >>> 8 * (Integer.BYTES - 1 - i));
        }
        System.arraycopy(bytes.toByteArray(), 0, file, head, bytes.size());
        return file;
    }

    /**
     * Reads the table of a file; what follows are elements.
     *
     * @param file at its start
     * @return the tensors
     * @throws IOException if there is no such table
     */
    public static Table read(InputStream file) throws IOException {
        DataInputStream in = new DataInputStream(file);
        if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
            throw new IOException("it begins with other bytes");
        }
        int length = in.readInt();
        byte[] table = in.readNBytes(Math.max(0, length));
        if (table.length != length) {
            throw new EOFException("it ends within its table");
        }
        DataInputStream content = new DataInputStream(new ByteArrayInputStream(table));
        List<Entry> entries = entries(content);
        return new Table(entries, names(content, entries.size()));
    }

    private static Map<String, Integer> names(DataInputStream in, int entries) throws IOException {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            int length = in.readInt();
            byte[] text = in.readNBytes(Math.max(0, length));
            int entry = in.readInt();
            if (text.length != length || entry < 0 || entry >= entries) {
                throw new IOException("its table has a name of nothing");
            }
            names.put(new String(text, StandardCharsets.UTF_8), entry);
        }
        return names;
    }

    private static List<Entry> entries(DataInputStream in) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            String hash = in.readUTF();
            String dtype = in.readUTF();
            List<Long> dims = new ArrayList<>();
            for (int axis = in.readByte(); axis > 0; axis--) {
                dims.add(in.readLong());
            }
            Entry entry = new Entry(hash, dtype, List.copyOf(dims), in.readLong(), in.readLong());
            if (entry.offset() < 0 || entry.bytes() < 0 || aligned(entry.offset()) != entry.offset()) {
                throw new IOException("its table has a place that is none");
            }
            entries.add(entry);
        }
        return entries;
    }
}
