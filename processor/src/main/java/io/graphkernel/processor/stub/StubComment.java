package io.graphkernel.processor.stub;

import io.graphkernel.processor.frontend.CommentText;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.ResultKind;
import io.graphkernel.processor.graph.Graph;
import java.util.ArrayList;
import java.util.List;

/** The dtypes and dims of a method, which the signature of its stub does not show. */
final class StubComment {

    /** Records of a model hold hundreds of tensors, which their declaration has. */
    private static final int MOST_LISTED = 16;

    private StubComment() {}

    /** Two lists, after what else the comment says; empty for a method of numbers. */
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
        List<String> listed = new ArrayList<>(items.subList(0, Math.min(items.size(), MOST_LISTED)));
        if (items.size() > MOST_LISTED) {
            listed.add("and " + (items.size() - MOST_LISTED) + " more");
        }
        return "\n\n<p>" + word + "\n" + CommentText.list(listed).stripTrailing();
    }
}
