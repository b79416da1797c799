package io.graphkernel.processor.onnx;

import io.graphkernel.processor.frontend.kernel.ParameterSlots;
import io.graphkernel.processor.onnx.node.ModelNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assignment of tensors to the components of a generated record. A record of more tensors than its constructor can have
 * parameters becomes one of nested records: tensors whose dotted names are equal up to the first number, such as those of
 * {@code encoder.layer.3}, are a component, and so are runs of the remaining components.
 */
final class RecordPaths {

    /** Maximum number of components: the constructor of a record has one slot for the new object. */
    private static final int MAX_COMPONENTS = ParameterSlots.MAX_SLOTS - 1;

    /**
     * Component of a record.
     *
     * @param name name before it is converted to Java
     * @param tensor name of the tensor; empty for a nested record
     * @param members components of a nested record
     */
    private record Member(String name, String tensor, List<Member> members) {

        static Member ofTensor(String name, String tensor) {
            return new Member(name, tensor, List.of());
        }
    }

    private final Map<String, String> paths = new LinkedHashMap<>();

    private RecordPaths() {}

    /**
     * Returns the paths of the tensors of a record.
     *
     * @param owner name of the parameter with the record
     * @param names dotted name for the component of each tensor
     * @return path of each tensor, in the order of the record
     */
    static Map<String, String> of(String owner, Map<String, String> names) {
        List<Member> members = new ArrayList<>();
        names.forEach((tensor, name) -> members.add(Member.ofTensor(name, tensor)));
        RecordPaths record = new RecordPaths();
        record.add(owner, members.size() <= MAX_COMPONENTS ? members : grouped(members));
        return record.paths;
    }

    /** Returns tensors with those of a numbered prefix as one member, if there are several. */
    private static List<Member> grouped(List<Member> tensors) {
        Map<String, List<Member>> groups = new LinkedHashMap<>();
        for (Member tensor : tensors) {
            String prefix = prefix(tensor.name());
            groups.computeIfAbsent(prefix, key -> new ArrayList<>())
                    .add(Member.ofTensor(tensor.name().substring(prefix.length()), tensor.tensor()));
        }
        List<Member> members = new ArrayList<>();
        for (Member tensor : tensors) {
            String prefix = prefix(tensor.name());
            List<Member> group = groups.get(prefix);
            if (prefix.isEmpty() || group.size() == 1) {
                members.add(tensor);
            } else if (group.get(0).tensor().equals(tensor.tensor())) {
                members.add(new Member(prefix.substring(0, prefix.length() - 1), "", group));
            }
        }
        return members;
    }

    /** Returns the text of a dotted name up to the dot after its first number; empty without such a dot. */
    private static String prefix(String name) {
        int begin = 0;
        for (int end = name.indexOf('.'); end >= 0; end = name.indexOf('.', begin)) {
            if (begin < end && name.substring(begin, end).chars().allMatch(Character::isDigit)) {
                return name.substring(0, end + 1);
            }
            begin = end + 1;
        }
        return "";
    }

    private void add(String owner, List<Member> members) {
        ModelNames components = new ModelNames();
        for (Member member : inRuns(members)) {
            String path = owner + "." + components.unique(member.name());
            if (member.members().isEmpty()) {
                paths.put(member.tensor(), path);
            } else {
                add(path, member.members());
            }
        }
    }

    /** Returns at most the maximum number of members: runs of them, if there are more. */
    private static List<Member> inRuns(List<Member> members) {
        if (members.size() <= MAX_COMPONENTS) {
            return members;
        }
        List<Member> runs = new ArrayList<>();
        for (int begin = 0; begin < members.size(); begin += MAX_COMPONENTS) {
            int end = Math.min(begin + MAX_COMPONENTS, members.size());
            runs.add(new Member("part" + runs.size(), "", List.copyOf(members.subList(begin, end))));
        }
        return inRuns(runs);
    }
}
