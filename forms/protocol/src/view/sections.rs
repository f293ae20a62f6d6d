//! A view is an object of sections; an update carries those that changed, each of them whole, and
//! of a list of rounds what is new in it.

/// Declares a view together with its update, so that no section can be missing in either.
macro_rules! sections {
    (
        $(#[$about:meta])*
        $view:ident
        $(#[$about_changes:meta])*
        $changes:ident {
            $( $(#[$means:meta])* $section:ident: $of:ty, )+
            $( ; $(#[$lists:meta])* $list:ident: $round:ty, )?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        pub struct $view {
            $( $(#[$means])* pub $section: $of, )+
            $( $(#[$lists])* pub $list: Vec<$round>, )?
        }

        $(#[$about_changes])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        pub struct $changes {
            $(
                $(#[$means])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[ts(optional)]
                pub $section: Option<$of>,
            )+
            $(
                $(#[$lists])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[ts(optional)]
                pub $list: Option<RoundsChanged<$round>>,
            )?
        }

        impl $view {
            /// The sections that are not what they were.
            pub fn changed_since(&self, before: &Self) -> $changes {
                $changes {
                    $(
                        $section: (self.$section != before.$section)
                            .then(|| self.$section.clone()),
                    )+
                    $(
                        $list: RoundsChanged::between(
                            &before.$list,
                            &self.$list,
                        ),
                    )?
                }
            }

            /// What a screen does with an update.
            pub fn change(&mut self, changes: $changes) {
                $( if let Some(section) = changes.$section { self.$section = section; } )+
                $( if let Some(rounds) = changes.$list { rounds.change(&mut self.$list); } )?
            }
        }

        impl $changes {
            /// Whether nothing has changed.
            pub fn is_empty(&self) -> bool {
                $( self.$section.is_none() )&&+ $( && self.$list.is_none() )?
            }
        }
    };
}

pub(crate) use sections;
