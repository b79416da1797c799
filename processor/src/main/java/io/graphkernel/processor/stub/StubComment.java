package io.graphkernel.processor.stub;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.frontend.kernel.CommentText;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import java.util.ArrayList;
import java.util.List;

/** Javadoc of the dtypes and dims of a method, which the signature of its stub lacks. */
final class StubComment {

    /** Maximum number of listed tensors; records of a model may hold hundreds. */
    private static final int MAX_LISTED = 16;

    private StubComment() {}

    /** Returns two lists that end the comment; empty for a method without tensors. */
    static String types(KernelMethod method) {
        List<String> taken = new ArrayList<>();
        for (Graph.Parameter parameter : method.graph().parameters()) {
            if (parameter.isTensor()) {
                taken.add(CommentText.item(parameter.name(), parameter.node().type()));
            }
        }
        List<String> given = new ArrayList<>();
        for (Graph.Output output : method.graph().outputs()) {
            String name = method.result() == ResultKind.TENSOR ? "" : output.name();
            given.add(CommentText.item(name, output.node().type()));
        }
        return list("Takes", taken) + list("Gives", given);
    }

    private static String list(String word, List<String> items) {
        if (items.isEmpty()) {
            return "";
        }
        List<String> listed = new ArrayList<>(items.subList(0, Math.min(items.size(), MAX_LISTED)));
        if (items.size() > MAX_LISTED) {
            listed.add("and " + (items.size() - MAX_LISTED) + " more");
        }
        return "\n\n<p>" + word + "\n" + CommentText.list(listed).stripTrailing();
    }
}
