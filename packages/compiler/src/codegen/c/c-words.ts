// Words that are no names in C or C++, and macros of headers that many programs include.

export const C_WORDS: ReadonlySet<string> = new Set(
  `alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return co_yield compl concept const
consteval constexpr constinit const_cast continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template this
thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq
near far small interface linux unix NULL EOF TRUE FALSE IN OUT OPTIONAL errno stdin stdout stderr`.split(/\s+/),
);
